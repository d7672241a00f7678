package org.colophon.benchmarks.fuse;

/** Time of a workload. The processor time excludes the server. */
record Cost(double wallSeconds, double cpuSeconds) {}
