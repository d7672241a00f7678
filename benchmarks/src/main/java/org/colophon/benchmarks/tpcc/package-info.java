/**
 * A load like TPC-C's on a MySQL or MariaDB server: its tables, five kinds of transaction and their
 * mix, from many clients over plain JDBC, as fast as they can or at a given rate. This is not an
 * audited TPC-C: it has no terminals and no keying times, and the number of items can be small.
 */
package org.colophon.benchmarks.tpcc;
