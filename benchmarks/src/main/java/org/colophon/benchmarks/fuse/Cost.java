package org.colophon.benchmarks.fuse;

/** Time of a piece of work; the processor time excludes the server. */
record Cost(double wallSeconds, double cpuSeconds) {}
