// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;

/**
 * Name of a table, without quotes, converted by the server's case rules.
 *
 * @param database empty if it is not known
 * @param table empty only in {@link #NONE}
 */
public record TableName(Bytes database, Bytes table) implements Comparable<TableName> {
  private static final Pattern NUMBERS = Pattern.compile("seq_\\d+_to_\\d+(_step_\\d+)?");
  private static final Bytes NUMBERS_PREFIX = Bytes.of("seq_");

  /** Absent table. */
  public static final TableName NONE = new TableName(Bytes.EMPTY, Bytes.EMPTY);

  /** Parses {@code database.table} or {@code table}, for names without dots. */
  public static TableName of(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new TableName(Bytes.EMPTY, Bytes.of(text))
        : new TableName(Bytes.of(text.substring(0, dot)), Bytes.of(text.substring(dot + 1)));
  }

  /** Returns whether this is a table of MariaDB's sequence engine, which contains only numbers. */
  public boolean isOfNumbers() {
    return table.startsWith(NUMBERS_PREFIX) && NUMBERS.matcher(table.toString()).matches();
  }

  public boolean isNone() {
    return table.isEmpty();
  }

  /** Returns this name, with the given database if it has none. */
  public TableName in(Bytes defaultDatabase) {
    return database.isEmpty() && !isNone() ? new TableName(defaultDatabase, table) : this;
  }

  @Override
  public int compareTo(TableName other) {
    int order = database.compareTo(other.database);
    return order != 0 ? order : table.compareTo(other.table);
  }

  /** Returns {@code database.table} without quotes. Different names may have the same form. */
  @Override
  public String toString() {
    return database.isEmpty() ? table.toString() : database + "." + table;
  }
}
