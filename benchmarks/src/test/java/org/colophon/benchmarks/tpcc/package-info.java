/** Tests of the load's parts that need no server. */
package org.colophon.benchmarks.tpcc;
