// SPDX-License-Identifier: Apache-2.0
/** Part of the strace replay: states and digests of files, and environments of programs. */
@NullMarked
package org.colophon.reporters.replay.content;

import org.jspecify.annotations.NullMarked;
