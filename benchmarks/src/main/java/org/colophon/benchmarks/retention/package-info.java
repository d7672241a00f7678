/** Cost of pruning. */
package org.colophon.benchmarks.retention;
