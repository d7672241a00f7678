package org.colophon.benchmarks.tpcc;

import java.time.Duration;

/**
 * Settings of a run.
 *
 * @param url JDBC address of the database
 * @param warehouses number of warehouses in the tables
 * @param customers in each district; TPC-C says 3,000
 * @param items in the catalogue; TPC-C says 100,000
 * @param clients connections, each with a thread
 * @param ratePerSecond transactions a second of all clients together; 0 for as many as they can
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
