// SPDX-License-Identifier: Apache-2.0
/**
 * The eBPF reporter: runs a command, reads the events of its processes from a BPF ring buffer, and
 * passes the events to the replay of the strace reporter.
 */
@NullMarked
package org.colophon.reporters.ebpf;

import org.jspecify.annotations.NullMarked;
