// SPDX-License-Identifier: Apache-2.0
/**
 * A load modelled on TPC-C for a MySQL or MariaDB server: its tables, its five kinds of
 * transactions and their mix. Many clients run it over plain JDBC, as fast as they can or at a
 * given rate. This is not an audited TPC-C: it has no terminals and no keying times, and the number
 * of items can be small.
 */
@NullMarked
package org.colophon.benchmarks.tpcc;

import org.jspecify.annotations.NullMarked;
