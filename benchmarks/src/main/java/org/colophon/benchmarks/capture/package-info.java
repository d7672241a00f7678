/**
 * Slow-down of traced programs. A small system-call suite, modelled on UnixBench, runs untraced,
 * under plain strace and under {@code colophon trace}.
 */
package org.colophon.benchmarks.capture;
