package org.colophon.benchmarks.fuse;

/** What a piece of work took; the processor time is that of who did the work, not of who served. */
record Cost(double wallSeconds, double cpuSeconds) {}
