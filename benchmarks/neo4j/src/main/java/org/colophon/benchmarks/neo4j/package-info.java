// SPDX-License-Identifier: Apache-2.0
/**
 * Costs of the Neo4j adapter. They are compared with direct writes of the same graph, with
 * reporters that need the machine, and with queries on RocksDB. The command is {@code ./colophon
 * bench neo4j}. Each phase runs in a separate Java process.
 */
@NullMarked
package org.colophon.benchmarks.neo4j;

import org.jspecify.annotations.NullMarked;
