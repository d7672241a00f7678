// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Event with a statement as text.
 *
 * @param error error code of a statement that failed in part, else 0
 * @param fileEnd end of the file name in the text of a LOAD, else 0
 */
public record QueryEvent(long connection, int error, Bytes database, Bytes text, int fileEnd) {
  private static final int MAX_CONTROL_LENGTH = 32;
  private static final TableName NO_TABLE = new TableName(Bytes.EMPTY, Bytes.EMPTY);

  public static QueryEvent read(int type, EventBytes in) throws MalformedEventException {
    long connection = in.number(4);
    in.skip(4);
    int database = in.u8();
    int error = (int) in.number(2);
    long values = in.number(2);
    int fileEnd = 0;
    if (type == EventType.EXECUTE_LOAD_QUERY) {
      in.skip(8); // number of the file and offset of its name
      fileEnd = (int) in.number(4);
      in.skip(1);
    }
    in.skip(values);
    Bytes name = in.bytes(database);
    in.skip(1);
    boolean isPacked = type == EventType.MARIA_QUERY_COMPRESSED;
    EventBytes text = isPacked ? MariaCompression.unpack(in) : in;
    return new QueryEvent(connection, error, name, text.bytes(text.left()), fileEnd);
  }

  /**
   * Converts the event.
   *
   * @param timeNanos wall-clock time at which the statement started
   */
  public LoggedStatement statement(long timeNanos) {
    TableName target = fileEnd == 0 ? NO_TABLE : LoadTarget.of(text, fileEnd).in(database);
    if (target.isNone()) {
      return new LoggedStatement(text, database, error, timeNanos, List.of());
    }
    RowChange change = new RowChange(target, RowChange.Kind.INSERT, RowChange.UNCOUNTED);
    return new LoggedStatement(text, database, error, timeNanos, List.of(change), true);
  }

  /** Returns the text if it is short enough for a control statement; empty otherwise. */
  public String control() {
    return text.length() > MAX_CONTROL_LENGTH ? "" : text.toString();
  }

  public boolean begins() {
    return control().equals("BEGIN") || startsWith("XA START ");
  }

  public boolean commits() {
    return control().equals("COMMIT");
  }

  public boolean rollsBack() {
    return control().equals("ROLLBACK");
  }

  public boolean endsPrepared() {
    return startsWith("XA COMMIT ") || startsWith("XA ROLLBACK ");
  }

  public boolean startsWith(String words) {
    return text.length() >= words.length() && text.slice(0, words.length()).equals(Bytes.of(words));
  }
}
