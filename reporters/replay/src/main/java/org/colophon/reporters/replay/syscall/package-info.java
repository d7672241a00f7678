// SPDX-License-Identifier: Apache-2.0
/**
 * System calls with typed arguments, independent of the notation of their source. Sources fill a
 * {@link org.colophon.reporters.replay.syscall.SystemCall}; the handlers of calls read it.
 */
@NullMarked
package org.colophon.reporters.replay.syscall;

import org.jspecify.annotations.NullMarked;
