/**
 * Whole-system runs: a workload through sink, ring, suppression, journal and fan-out into a store
 * until it is durable, and the same workload into the peers; then queries, cold and warm, with
 * their answers checked. Each run has a Java process of its own.
 */
package org.colophon.benchmarks.pipeline;
