/** Benchmarks of the time until a store is usable again after {@code kill -9}. */
package org.colophon.benchmarks.recovery;
