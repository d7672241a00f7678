package org.colophon.reporters.mysql.sql.model;

import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;

/**
 * A table's name in the server's case rules, without quotes.
 *
 * @param database empty if the statement names none and the session's is not known
 * @param table empty in {@link #NONE} alone
 */
public record TableName(Bytes database, Bytes table) implements Comparable<TableName> {
  private static final Pattern NUMBERS = Pattern.compile("seq_\\d+_to_\\d+(_step_\\d+)?");
  private static final Bytes NUMBERS_PREFIX = Bytes.of("seq_");

  /** No table. */
  public static final TableName NONE = new TableName(Bytes.EMPTY, Bytes.EMPTY);

  /** A name written {@code database.table}, or {@code table}; for names without dots inside. */
  public static TableName of(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new TableName(Bytes.EMPTY, Bytes.of(text))
        : new TableName(Bytes.of(text.substring(0, dot)), Bytes.of(text.substring(dot + 1)));
  }

  /** Whether it is a table of MariaDB's sequence engine, which holds nothing but numbers. */
  public boolean isOfNumbers() {
    return table.startsWith(NUMBERS_PREFIX) && NUMBERS.matcher(table.toString()).matches();
  }

  public boolean isNone() {
    return table.isEmpty();
  }

  /** The same table, in the given database if none was named. */
  public TableName in(Bytes defaultDatabase) {
    return database.isEmpty() && !isNone() ? new TableName(defaultDatabase, table) : this;
  }

  @Override
  public int compareTo(TableName other) {
    int order = database.compareTo(other.database);
    return order != 0 ? order : table.compareTo(other.table);
  }

  /** {@code database.table} as it is; two different names may look alike. */
  @Override
  public String toString() {
    return database.isEmpty() ? table.toString() : database + "." + table;
  }
}
