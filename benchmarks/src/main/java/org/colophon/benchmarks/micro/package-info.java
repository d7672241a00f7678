/**
 * JMH benchmarks of single stages. {@code ./colophon bench micro [PATTERN]} runs them all, or those
 * that match, with the allocation profiler.
 */
package org.colophon.benchmarks.micro;
