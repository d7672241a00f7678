/** Benchmarks of shipping and indexing, and of lineage over several nodes. */
package org.colophon.benchmarks.cluster;
