// SPDX-License-Identifier: Apache-2.0
/**
 * Kernel events for users without the right to load BPF programs. A service with that right traces
 * a user's own processes and streams the raw records of the ring to the user's reporter.
 *
 * <p>The protocol begins with lines of text. The service sends a nonce. The caller writes it to the
 * name of one of its threads, which proves that the thread belongs to the caller, and sends {@code
 * HELLO THREAD}. {@code TRACE THREAD PROGRAMS LOSSY} begins the trace of a thread's children. The
 * service confirms both with {@code OK}, or sends an error's code and message and ends the
 * connection. Then the service sends the records of the ring unchanged. The caller sends {@code
 * CLOSED} (no further process enters), {@code COUNTS} and {@code DETACH}. The service answers the
 * last two with a record of counts.
 */
@NullMarked
package org.colophon.reporters.ebpf.shared;

import org.jspecify.annotations.NullMarked;
