package org.colophon.reporters.mysql.log;

import java.util.Arrays;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.TextScan;

/**
 * The text of the record that is being read: its beginning is kept, all of it is followed through
 * quotes and comments. Looks into the text only when asked. Belongs to one thread.
 */
final class StatementText {
  /** Of a longer statement the rest is followed, but not kept. */
  static final int MOST_KEPT = 1 << 20;

  private final TextScan scan = new TextScan();
  private byte[] kept = new byte[1 << 16];
  private int length;
  private int scanned;
  private long full;

  /** Begins a text. */
  void reset(SqlRules rules) {
    scan.reset(rules);
    length = 0;
    scanned = 0;
    full = 0;
  }

  void append(byte[] bytes, int from, int to) {
    int room = (int) Math.min(to - from, (long) MOST_KEPT - length);
    if (length + room > kept.length) {
      kept = Arrays.copyOf(kept, Math.min(MOST_KEPT, Math.max(length + room, kept.length * 2)));
    }
    System.arraycopy(bytes, from, kept, length, room);
    length += room;
    full += to - from;
    if (room < to - from) {
      catchUp();
      scan.feed(bytes, from + room, to);
    }
  }

  private void catchUp() {
    scan.feed(kept, scanned, length);
    scanned = length;
  }

  /** Whether the text ends inside a quote or a comment. */
  boolean isInside() {
    catchUp();
    return scan.isInside();
  }

  byte[] bytes() {
    return kept;
  }

  int length() {
    return length;
  }

  /** How long the text is, with what was not kept. */
  long fullLength() {
    return full;
  }
}
