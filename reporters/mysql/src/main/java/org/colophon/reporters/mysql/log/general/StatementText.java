// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.general;

import java.util.Arrays;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.TextScan;

/**
 * Text of the current record. Stores the beginning of the text, and can scan the whole text for
 * quotes and comments. One thread.
 */
final class StatementText {
  /** Maximum stored length. The rest of a longer statement is only scanned. */
  static final int MAX_KEPT_BYTES = 1 << 20;

  private final TextScan scan = new TextScan();
  private byte[] kept = new byte[1 << 16];
  private int length;
  private int scanned;
  private long full;

  void reset(SqlRules rules) {
    scan.reset(rules);
    length = 0;
    scanned = 0;
    full = 0;
  }

  void append(byte[] bytes, int from, int to) {
    int room = (int) Math.min(to - from, (long) MAX_KEPT_BYTES - length);
    if (length + room > kept.length) {
      kept =
          Arrays.copyOf(kept, Math.min(MAX_KEPT_BYTES, Math.max(length + room, kept.length * 2)));
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

  /** Returns the size of the whole text. */
  long fullLength() {
    return full;
  }
}
