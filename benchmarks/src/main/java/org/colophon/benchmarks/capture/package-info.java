/**
 * What watching costs the watched: a small system-call suite in the manner of UnixBench, run
 * untraced, under plain strace and under {@code colophon trace}.
 */
package org.colophon.benchmarks.capture;
