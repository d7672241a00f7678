/**
 * A load like TPC-C's on a MySQL or MariaDB server: its tables, five kinds of transaction and their
 * mix, from many clients over plain JDBC, as fast as they can or at a given rate. No audited TPC-C:
 * no terminals, no keying times, and as few items as one likes.
 */
package org.colophon.benchmarks.tpcc;
