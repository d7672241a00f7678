// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of a mirrored directory, compared with a plain directory and with bindfs. */
@NullMarked
package org.colophon.benchmarks.fuse;

import org.jspecify.annotations.NullMarked;
