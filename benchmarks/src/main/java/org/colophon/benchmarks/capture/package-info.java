/**
 * Slow-down of traced programs: a small system-call suite after UnixBench, run untraced, under
 * plain strace and under {@code colophon trace}.
 */
package org.colophon.benchmarks.capture;
