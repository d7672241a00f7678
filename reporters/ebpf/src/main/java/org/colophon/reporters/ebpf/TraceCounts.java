// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

/** Numbers of records of a trace: emitted = consumed + lost. */
record TraceCounts(long emitted, long consumed, long lost) {}
