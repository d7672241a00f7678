/** Builds and loads the BPF programs, and reads their ring buffer. */
package org.colophon.reporters.ebpf.kernel;
