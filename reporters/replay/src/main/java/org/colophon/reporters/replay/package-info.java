// SPDX-License-Identifier: Apache-2.0
/**
 * Replays system calls and reports operations to an {@link
 * org.colophon.core.spi.reporter.OperationSink}. The classes are single-threaded and own no threads
 * or files.
 */
@NullMarked
package org.colophon.reporters.replay;

import org.jspecify.annotations.NullMarked;
