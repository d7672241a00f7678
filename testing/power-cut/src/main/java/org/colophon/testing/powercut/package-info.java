// SPDX-License-Identifier: Apache-2.0
/**
 * States in which a power cut may leave a disk. A disk logs its writes and flushes while a mount is
 * recorded on it. Each state applies a part of them; then the recorded facts and the files are
 * compared.
 *
 * <p>The method is that of CrashMonkey (Mohan et al., OSDI 2018), with random subsets of the writes
 * since the last flush.
 */
@NullMarked
package org.colophon.testing.powercut;

import org.jspecify.annotations.NullMarked;
