// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.time.Duration;

/**
 * Settings of a run.
 *
 * @param url JDBC address of the database
 * @param warehouses number of warehouses in the tables
 * @param customers number of customers in each district; 3,000 in TPC-C
 * @param items number of items in the catalogue; 100,000 in TPC-C
 * @param clients number of connections, each with a thread
 * @param ratePerSecond transactions per second of all clients together; 0 for no limit
 * @param warmUp time before the measurement
 * @param length measured time
 * @param seed seed of random numbers
 */
public record TpccSettings(
    String url,
    int warehouses,
    int customers,
    int items,
    int clients,
    double ratePerSecond,
    Duration warmUp,
    Duration length,
    long seed) {}
