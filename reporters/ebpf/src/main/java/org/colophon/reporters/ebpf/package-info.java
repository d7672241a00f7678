/**
 * The eBPF reporter: runs a command, reads the events of its processes from a ring buffer of the
 * kernel, and passes them to the replay of the strace reporter.
 */
package org.colophon.reporters.ebpf;
