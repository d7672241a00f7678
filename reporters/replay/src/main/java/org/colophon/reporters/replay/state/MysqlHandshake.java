// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import org.colophon.core.model.Bytes;

/**
 * First packet of a MySQL or MariaDB server, protocol 10. Layout: length (3 bytes), packet number
 * 0, protocol 10, version up to a zero byte, connection number (4 bytes), 8 random bytes, a zero
 * byte. The packet may arrive in parts.
 */
public final class MysqlHandshake {
  private static final int HEADER = 4;
  private static final int PROTOCOL = 10;
  private static final int MAX_BYTES = 512;
  private static final int MAX_VERSION_BYTES = 100;
  private static final int BYTES_AFTER_NUMBER = 8;

  private Bytes received = Bytes.EMPTY;

  /** Progress of a handshake. */
  public enum State {
    PARTIAL,
    WHOLE,
    OTHER
  }

  public State add(Bytes more) {
    received = received.concat(more);
    int length = received.length();
    if (length > MAX_BYTES || !isPlausible()) {
      return State.OTHER;
    }
    int number = numberAt();
    if (number > HEADER + MAX_VERSION_BYTES) {
      return State.OTHER;
    }
    if (number == 0 || length <= number + Integer.BYTES + BYTES_AFTER_NUMBER) {
      return State.PARTIAL;
    }
    return received.at(number + Integer.BYTES + BYTES_AFTER_NUMBER) == 0
        ? State.WHOLE
        : State.OTHER;
  }

  private boolean isPlausible() {
    int length = received.length();
    for (int i = 0; i < length && i <= HEADER; i++) {
      int b = received.at(i) & 0xff;
      boolean isPlausibleByte =
          switch (i) {
            case 0 -> true;
            case 1 -> b <= MAX_BYTES >> Byte.SIZE;
            case 2, 3 -> b == 0;
            default -> b == PROTOCOL;
          };
      if (!isPlausibleByte) {
        return false;
      }
    }
    return isPrintable();
  }

  private boolean isPrintable() {
    for (int i = HEADER + 1; i < received.length() && received.at(i) != 0; i++) {
      if (received.at(i) < ' ' || received.at(i) > '~' || i > HEADER + MAX_VERSION_BYTES) {
        return false;
      }
    }
    return true;
  }

  /** Returns the offset of the connection number; 0 if it has not arrived. */
  private int numberAt() {
    int end = received.length() <= HEADER ? -1 : received.indexOf('\0', HEADER + 1);
    return end < 0 ? 0 : end + 1;
  }

  /** Returns the connection number of a complete handshake. */
  public long number() {
    int at = numberAt();
    long number = 0;
    for (int i = Integer.BYTES - 1; i >= 0; i--) {
      number = number << Byte.SIZE | (received.at(at + i) & 0xff);
    }
    return number;
  }
}
