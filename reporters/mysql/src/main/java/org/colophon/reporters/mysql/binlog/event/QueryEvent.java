package org.colophon.reporters.mysql.binlog.event;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * A statement as text.
 *
 * @param error the server's code if it failed in part, 0 if it did not
 * @param fileEnd of a LOAD, which the server writes in words of its own: where in the text the name
 *     of the file ends; else 0
 */
public record QueryEvent(long connection, int error, Bytes database, Bytes text, int fileEnd) {
  private static final int SHORT = 32;
  private static final TableName NO_TABLE = new TableName(Bytes.EMPTY, Bytes.EMPTY);

  public static QueryEvent read(int type, EventBytes in) throws MalformedEventException {
    long connection = in.number(4);
    in.skip(4);
    int database = in.u8();
    int error = (int) in.number(2);
    long values = in.number(2);
    int fileEnd = 0;
    if (type == EventType.EXECUTE_LOAD_QUERY) {
      in.skip(8); // which of the files beside it, and where its name begins
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
   * What it says was done.
   *
   * @param timeNanos wall-clock time when it began
   */
  public LoggedStatement statement(long timeNanos) {
    TableName target = fileEnd == 0 ? NO_TABLE : LoadTarget.of(text, fileEnd).in(database);
    if (target.isNone()) {
      return new LoggedStatement(text, database, error, timeNanos, List.of());
    }
    RowChange change = new RowChange(target, RowChange.Kind.INSERT, RowChange.UNCOUNTED);
    return new LoggedStatement(
        text, database, error, timeNanos, List.of(change), LoggedStatement.Form.REWORDED);
  }

  /** The text, if it is short enough to be about a transaction alone; else empty. */
  public String control() {
    return text.length() > SHORT ? "" : text.toString();
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

  /** Whether it ends an XA transaction that was prepared. */
  public boolean endsPrepared() {
    return startsWith("XA COMMIT ") || startsWith("XA ROLLBACK ");
  }

  public boolean startsWith(String words) {
    return text.length() >= words.length() && text.slice(0, words.length()).equals(Bytes.of(words));
  }
}
