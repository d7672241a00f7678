/** Benchmarks of searches. */
package org.colophon.benchmarks.find;
