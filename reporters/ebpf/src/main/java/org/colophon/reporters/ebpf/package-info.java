/**
 * The eBPF reporter: runs a command, reads the kernel's events about its processes from a ring
 * buffer in place, and feeds the replay of the strace reporter with them.
 */
package org.colophon.reporters.ebpf;
