package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;

/**
 * A statement as text.
 *
 * @param error the server's code if it failed in part, 0 if it did not
 */
record QueryEvent(long connection, int error, Bytes database, Bytes text) {
  private static final int SHORT = 32;

  static QueryEvent read(int type, EventBytes in) throws BadEventException {
    long connection = in.number(4);
    in.skip(4);
    int database = in.u8();
    int error = (int) in.number(2);
    in.skip(in.number(2));
    Bytes name = in.bytes(database);
    in.skip(1);
    EventBytes text = type == EventType.QUERY ? in : MariaCompression.unpack(in);
    return new QueryEvent(connection, error, name, text.bytes(text.left()));
  }

  /** The text, if it is short enough to be about a transaction alone; else empty. */
  String control() {
    return text.length() > SHORT ? "" : text.toString();
  }

  boolean begins() {
    return control().equals("BEGIN") || startsWith("XA START ");
  }

  boolean commits() {
    return control().equals("COMMIT");
  }

  boolean rollsBack() {
    return control().equals("ROLLBACK");
  }

  /** Whether it ends an XA transaction that was prepared. */
  boolean endsPrepared() {
    return startsWith("XA COMMIT ") || startsWith("XA ROLLBACK ");
  }

  boolean startsWith(String words) {
    return text.length() >= words.length() && text.slice(0, words.length()).equals(Bytes.of(words));
  }
}
