// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import org.colophon.reporters.mysql.sql.model.TableName;

/** Name and row layout of a table. The rows events of one statement refer to it by a number. */
public final class TableMap {
  private static final int MAX_COLUMNS = 4096;
  private static final int JSON = 245;
  private static final int TINY = 1;
  private static final int LONGLONG = 8;
  private static final int LONG = 3;
  private static final int INT24 = 9;

  // Number of columns of a sequence in MariaDB: seven numbers and the cycle flag.
  private static final int SEQUENCE_COLUMNS = 8;
  private static final int CYCLE_COLUMN = 6;

  public final TableName name;
  private final int[] types;
  private final int[] metadata;

  private TableMap(TableName name, int[] types, int[] metadata) {
    this.name = name;
    this.types = types;
    this.metadata = metadata;
  }

  public static TableMap read(EventBytes in) throws MalformedEventException {
    var database = in.bytes(in.u8());
    in.skip(1);
    var table = in.bytes(in.u8());
    in.skip(1);
    long count = in.packed();
    if (count > MAX_COLUMNS) {
      throw new MalformedEventException("a table has " + count + " columns");
    }
    int[] types = new int[(int) count];
    for (int i = 0; i < count; i++) {
      types[i] = in.u8();
    }
    in.packed();
    int[] metadata = new int[(int) count];
    for (int i = 0; i < count; i++) {
      metadata[i] = ColumnTypes.metadata(types[i], in);
    }
    return new TableMap(new TableName(database, table), types, metadata);
  }

  /** Returns whether the table has the layout of a MariaDB sequence. */
  public boolean isSequence() {
    if (types.length != SEQUENCE_COLUMNS || types[CYCLE_COLUMN] != TINY) {
      return false;
    }
    for (int type : types) {
      if (type > LONG && type != LONGLONG && type != INT24) {
        return false;
      }
    }
    return true;
  }

  public boolean isJson(int column) {
    return types[column] == JSON;
  }

  public int columns() {
    return types.length;
  }

  /** Skips a column's value. Returns false if its type is not known. */
  public boolean skip(int column, EventBytes in) throws MalformedEventException {
    return ColumnTypes.skip(types[column], metadata[column], in);
  }
}
