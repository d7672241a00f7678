// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import org.neo4j.graphdb.Path;

/** A row of {@link LineageProcedures#why}; Neo4j reads the fields. */
public final class WhyRow {
  /** The path from the effect to the cause. */
  public final Path path;

  /** The number of relationships. */
  public final long length;

  WhyRow(Path path) {
    this.path = path;
    this.length = path.length();
  }
}
