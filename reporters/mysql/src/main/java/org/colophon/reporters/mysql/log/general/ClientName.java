// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.general;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.ClientTransport;
import org.colophon.reporters.mysql.log.LogRecord;

/**
 * Parses a client in the general query log: {@code user@host on database using Socket}. The client
 * chooses the user name, which may contain line feeds. So the text is parsed from its end.
 */
final class ClientName {
  private static final byte[] ON = " on ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] USING = " using ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SOCKET = "Socket".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DENIED = "Access denied".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PASSWORD = "(using password: ".getBytes(StandardCharsets.US_ASCII);

  private ClientName() {}

  /** Returns whether the text is the complete description of an accepted or rejected client. */
  static boolean isWhole(byte[] b, int from, int to) {
    if (isDenied(b, from, to)) {
      boolean isLong = to > from && b[to - 1] == ')' && lastIndexOf(PASSWORD, b, from, to) > 0;
      return isLong || !hasQuote(b, from, to);
    }
    int using = lastIndexOf(USING, b, from, to);
    return using > 0 && lastIndexOf(ON, b, from, using + 1) > 0;
  }

  private static boolean hasQuote(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (b[i] == '\'') {
        return true;
      }
    }
    return false;
  }

  static boolean isDenied(byte[] b, int from, int to) {
    return to - from >= DENIED.length && matches(DENIED, b, from);
  }

  /** Fills user, host, transport and database of a record. */
  static void read(byte[] b, int from, int to, LogRecord record) {
    int using = lastIndexOf(USING, b, from, to);
    int end = using < 0 ? to : using;
    if (using >= 0) {
      boolean isSocket = lastIndexOf(SOCKET, b, using + USING.length, to) >= 0;
      record.transport = isSocket ? ClientTransport.SOCKET : ClientTransport.NETWORK;
    }
    int on = lastIndexOf(ON, b, from, Math.min(to, end + 1));
    if (on >= 0) {
      record.database = Bytes.copyOf(b, Math.min(on + ON.length, end), end);
      end = on;
    }
    int at = end - 1;
    while (at >= from && b[at] != '@') {
      at--;
    }
    record.user = Bytes.copyOf(b, from, Math.max(from, at < from ? end : at));
    record.host = at < from ? Bytes.EMPTY : Bytes.copyOf(b, at + 1, end);
  }

  private static int lastIndexOf(byte[] wanted, byte[] b, int from, int to) {
    for (int i = to - wanted.length; i >= from; i--) {
      if (matches(wanted, b, i)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean matches(byte[] wanted, byte[] b, int at) {
    for (int i = 0; i < wanted.length; i++) {
      if (b[at + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
