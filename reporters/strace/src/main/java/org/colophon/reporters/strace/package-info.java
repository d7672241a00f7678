// SPDX-License-Identifier: Apache-2.0
/**
 * The strace reporter: runs a command under strace, attaches to a process, or reads saved output.
 * This package runs the tracer and reads its output; {@code line} parses lines and {@code replay}
 * interprets them.
 */
@NullMarked
package org.colophon.reporters.strace;

import org.jspecify.annotations.NullMarked;
