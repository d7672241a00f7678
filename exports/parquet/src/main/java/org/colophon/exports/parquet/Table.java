// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table. A fact that changed has several rows of the same key; the row of the last export counts.
 * The page docs/reference/parquet.md describes the columns.
 */
enum Table {
  /** First, since the other tables have the nodes that it refers to. */
  EDGES(
      "",
      """
      SELECT effect_type || effect AS effect, cause_type || cause AS cause, kind, class,
        first AS first_lsn, last AS last_lsn, make_timestamp(first_us) AS first_time,
        make_timestamp(last_us) AS last_time, n AS count, bytes
      FROM facts() JOIN (VALUES %s) kinds(code, kind, class, effect_type, cause_type) USING (code)"""
          .formatted(EdgeRows.kinds())),
  NODES(
      "key",
      """
      SELECT node || coalesce('.v' || version, '') AS key, node, version::INTEGER AS version, kind,
        coalesce(path, label) AS name, pid, first_lsn, make_timestamp(time_us) AS time, end_lsn,
        make_timestamp(end_us) AS end_time, exit_status::INTEGER AS exit_status,
        facts.from_lsn, seen_lsn, digest
      FROM facts() facts LEFT JOIN bindings ON bindings.object = facts.object AND shown"""),
  NAMES(
      "node, path, from_lsn",
      "SELECT '%s' || object AS node, path, from_lsn, until_lsn FROM bindings"
          .formatted(NodeRows.OBJECT));

  /** Columns of rows that may become as they were before; empty if no row does. */
  private final String key;

  private final String query;

  Table(String key, String query) {
    this.key = key;
    this.query = query;
  }

  String directory() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the rows of the function {@code facts}; null if the query uses none. */
  @Nullable FactRows rows(History history) {
    return switch (this) {
      case EDGES -> new EdgeRows(history);
      case NODES -> new NodeRows(history);
      case NAMES -> null;
    };
  }

  /**
   * Returns the query of all rows of a history, from its function {@code facts} and the {@link
   * BindingTable}.
   */
  String all() {
    return query;
  }

  /**
   * Returns the query of the rows that files lack. An edge changes only by more accesses and by its
   * end, so its row never becomes as it was. The rows of nodes and names may.
   *
   * @param files a quoted pattern of names
   */
  String missing(String files) {
    String rows = "FROM read_parquet(%s, hive_partitioning = false)".formatted(files);
    if (!key.isEmpty()) {
      rows +=
          " QUALIFY row_number() OVER (PARTITION BY %s ORDER BY exported_lsn DESC) = 1"
              .formatted(key);
    }
    return "%s EXCEPT SELECT * EXCLUDE (exported_lsn) FROM (%s)".formatted(query, rows);
  }
}
