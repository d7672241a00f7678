// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.syscall.SystemCall;

/**
 * Decodes numbers, strings and decorations in the bytes of a line. A decoration is the text in
 * brackets after a number, such as the path in {@code 3</tmp/file>}. Never throws.
 */
final class LineScan {
  private static final byte[] FDCWD = Bytes.of("AT_FDCWD").toArray();
  private static final byte[] DELETED = Bytes.of("(deleted)").toArray();
  private static final Bytes DELETED_NOTE = Bytes.of(" (deleted)");
  private static final byte[] COMMENT = Bytes.of(" /* ").toArray();
  private static final byte[] IN_OUR_NAMESPACE = Bytes.of(" in strace's PID NS */").toArray();

  private LineScan() {}

  /** Returns whether the word is at {@code from}. */
  static boolean matches(byte[] buffer, int from, int to, byte[] word) {
    return to - from >= word.length
        && Arrays.equals(buffer, from, from + word.length, word, 0, word.length);
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  static boolean isWord(byte b) {
    return isDigit(b) || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_';
  }

  static boolean isNumber(byte[] buffer, int from, int to) {
    int p = from < to && buffer[from] == '-' ? from + 1 : from;
    return (p < to && isDigit(buffer[p])) || matches(buffer, from, to, FDCWD);
  }

  static boolean hasWord(byte[] buffer, int from, int to, Bytes word) {
    final int length = word.length();
    final byte first = word.at(0);
    final int last = to - length;
    for (int i = from; i <= last; i++) {
      if (buffer[i] == first
          && word.isAt(0, length, buffer, i)
          && (i == from || !isWord(buffer[i - 1]))
          && (i == last || !isWord(buffer[i + length]))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number that begins at {@code from}; 0 if none exists. */
  static long number(byte[] buffer, int from, int to) {
    if (from >= to) {
      return 0;
    }
    byte first = buffer[from];
    if (first == 'A') {
      return matches(buffer, from, to, FDCWD) ? SystemCall.AT_FDCWD : 0;
    }
    if (first == '-') {
      return -number(buffer, from + 1, to);
    }
    if (first != '0') {
      return digits(buffer, from, to, 10);
    }
    boolean isHex = from + 1 < to && buffer[from + 1] == 'x';
    return isHex ? digits(buffer, from + 2, to, 16) : digits(buffer, from, to, 8);
  }

  private static long digits(byte[] buffer, int from, int to, int radix) {
    long value = 0;
    for (int p = from; p < to; p++) {
      int digit = digit(buffer[p]);
      if (digit >= radix) {
        break;
      }
      value = value * radix + digit;
    }
    return value;
  }

  /** Returns the end of the number that begins at {@code from}. */
  static int numberEnd(byte[] buffer, int from, int to) {
    int p = from;
    int radix = 10;
    if (p < to && buffer[p] == '-') {
      p++;
    }
    if (p + 1 < to && buffer[p] == '0' && buffer[p + 1] == 'x') {
      radix = 16;
      p += 2;
    }
    return digitsEnd(buffer, p, to, radix);
  }

  private static int digitsEnd(byte[] buffer, int from, int to, int radix) {
    int p = from;
    while (p < to && digit(buffer[p]) < radix) {
      p++;
    }
    return p;
  }

  /**
   * Returns strace's id of a process from the comment after the caller's id at {@code from}: {@code
   * 2 /* 4711 in strace's PID NS *}{@code /}, or 0.
   */
  static long translatedPid(byte[] buffer, int from, int to) {
    int p = numberEnd(buffer, from, to);
    if (p < to && buffer[p] == '<') {
      int end = decorationEnd(buffer, p + 1, to); // skips the command's name
      p = end < 0 ? to : end;
    }
    if (!matches(buffer, p, to, COMMENT)) {
      return 0;
    }
    int number = p + COMMENT.length;
    int end = numberEnd(buffer, number, to);
    return matches(buffer, end, to, IN_OUR_NAMESPACE) ? number(buffer, number, end) : 0;
  }

  private static int digit(byte b) {
    if (b <= '9') {
      return b >= '0' ? b - '0' : 99;
    }
    return b >= 'a' && b <= 'f' ? b - 'a' + 10 : b >= 'A' && b <= 'F' ? b - 'A' + 10 : 99;
  }

  /** Returns the index after the closing quote of a string whose content begins at {@code from}. */
  static int stringEnd(byte[] buffer, int from, int to) {
    int p = from;
    while (p < to) {
      byte b = buffer[p];
      if (b == '"') {
        return p + 1;
      }
      p += b == '\\' ? 2 : 1;
    }
    return -1;
  }

  /**
   * Returns the index after the {@code >} of a decoration whose content begins at {@code from}, or
   * -1. In a path, strace escapes both brackets. In other decorations, {@code ->} is an arrow, and
   * a device in brackets may follow a path.
   */
  static int decorationEnd(byte[] buffer, int from, int to) {
    boolean isPath = from < to && buffer[from] == '/';
    int depth = 1;
    for (int p = from; p < to; p++) {
      byte b = buffer[p];
      if (b == '<') {
        depth++;
      } else if (b == '>' && (isPath || buffer[p - 1] != '-') && --depth == 0) {
        return p + 1;
      } else if (b == '"' && !isPath) {
        int end = stringEnd(buffer, p + 1, to);
        p = end < 0 ? to : end - 1;
      }
    }
    return -1;
  }

  /**
   * Returns the decoration after a descriptor, or empty. For a deleted file, appends the mark that
   * /proc uses, because newer versions of strace print it after the brackets.
   */
  static Bytes decoration(byte[] buffer, int from, int to) {
    int p = from;
    while (p < to && (isWord(buffer[p]) || buffer[p] == '-')) {
      p++;
    }
    if (p >= to || buffer[p] != '<') {
      return Bytes.EMPTY;
    }
    int end = decorationEnd(buffer, p + 1, to);
    if (end < 0) {
      return Bytes.EMPTY;
    }
    Bytes text = decorated(buffer, p + 1, end - 1);
    return matches(buffer, end, to, DELETED) ? text.concat(DELETED_NOTE) : text;
  }

  /** Returns a decoration. Omits the device that may follow a path. */
  static Bytes decorated(byte[] buffer, int from, int to) {
    int end = to;
    if (from < to && buffer[from] == '/') {
      end = from;
      while (end < to && buffer[end] != '<') {
        end++;
      }
    }
    return unescape(buffer, from, end);
  }

  /** Returns the content of the quoted string that begins at {@code from}. */
  static Bytes unquote(byte[] buffer, int from, int to) {
    int end = stringEnd(buffer, from + 1, to);
    return unescape(buffer, from + 1, end < 0 ? to : end - 1);
  }

  /** Decodes C escapes: octal, hexadecimal and single letters. */
  static Bytes unescape(byte[] buffer, int from, int to) {
    int p = from;
    while (p < to && buffer[p] != '\\') {
      p++;
    }
    if (p >= to) {
      return Bytes.copyOf(buffer, from, to);
    }
    byte[] out = new byte[to - from];
    int length = 0;
    for (p = from; p < to; length++) {
      byte b = buffer[p++];
      if (b != '\\' || p >= to) {
        out[length] = b;
      } else if (buffer[p] >= '0' && buffer[p] <= '7') {
        int end = digitsEnd(buffer, p, Math.min(to, p + 3), 8);
        out[length] = (byte) digits(buffer, p, end, 8);
        p = end;
      } else if (buffer[p] == 'x') {
        int end = digitsEnd(buffer, p + 1, Math.min(to, p + 3), 16);
        out[length] = (byte) digits(buffer, p + 1, end, 16);
        p = end;
      } else {
        out[length] = letter(buffer[p++]);
      }
    }
    return Bytes.copyOf(out, 0, length);
  }

  private static byte letter(byte b) {
    return (byte)
        switch (b) {
          case 'n' -> '\n';
          case 't' -> '\t';
          case 'r' -> '\r';
          case 'f' -> '\f';
          case 'v' -> 0x0b;
          case 'a' -> 7;
          case 'b' -> '\b';
          case 'e' -> 0x1b;
          default -> b;
        };
  }
}
