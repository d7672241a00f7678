/** Benchmarks of shipping, indexing, and lineage over several nodes. */
package org.colophon.benchmarks.cluster;
