/** Tests of the parts of the load that need no server. */
package org.colophon.benchmarks.tpcc;
