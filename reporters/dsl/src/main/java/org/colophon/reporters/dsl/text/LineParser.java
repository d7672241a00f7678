// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Parser of lines: words separated by blanks, each a key, a colon and a value. The first unescaped
 * colon is the separator. Passes over the bytes once.
 */
public final class LineParser {
  private final KeyCache keys = new KeyCache();
  private final boolean isFull;

  /** The current word; never longer than the line. */
  private byte[] text = new byte[256];

  private int length;
  private int colon;
  private byte[] line = {};
  private int end;

  public LineParser(EscapeRules escapes) {
    this.isFull = escapes == EscapeRules.FULL;
  }

  /**
   * Parses {@code bytes[from..to)}.
   *
   * @return the problem, or null
   */
  public @Nullable String parse(byte[] bytes, int from, int to, FeedLine into) {
    into.reset();
    line = bytes;
    end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    if (text.length < end - from) {
      text = new byte[end - from];
    }
    int p = from;
    while (p < end) {
      if (bytes[p] == ' ') {
        p++;
        continue;
      }
      p = word(p);
      if (colon < 0) {
        return "'"
            + display()
            + "' has no colon; write each word as key:value, and escape its blanks";
      }
      if (!into.put(keys.key(text, colon), Bytes.copyOf(text, colon, length))) {
        return "more than " + FeedLine.MAX_ANNOTATIONS + " annotations";
      }
    }
    return hasNul(bytes, from, end) ? "a NUL byte" : null;
  }

  private static boolean hasNul(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private String display() {
    return Bytes.copyOf(text, 0, Math.min(length, 40)).display();
  }

  /**
   * Copies a word into {@link #text}, without escapes and without its first colon. Returns the end
   * of the word.
   */
  private int word(int from) {
    length = 0;
    colon = -1;
    int p = from;
    while (p < end && line[p] != ' ') {
      p = plain(p);
      if (p == end || line[p] == ' ') {
        return p;
      }
      byte b = line[p];
      if (b == ':' && colon < 0) {
        colon = length;
        p++;
        int quoted = isFull ? quoted(p) : p;
        if (quoted > p) {
          return quoted;
        }
      } else if (b == '\\' && p + 1 < end) {
        p = escape(p);
      } else {
        append(b);
        p++;
      }
    }
    return p;
  }

  /** Copies bytes up to one that may have a meaning. Returns its index. */
  private int plain(int from) {
    final byte[] bytes = line;
    final byte[] target = text;
    final int to = end;
    int at = length;
    int p = from;
    for (; p < to; p++) {
      final byte b = bytes[p];
      if (b == ' ' || b == ':' || b == '\\') {
        break;
      }
      target[at++] = b;
    }
    length = at;
    return p;
  }

  private int escape(int p) {
    byte next = line[p + 1];
    boolean isRemoved = next == ' ' || next == ':' || (isFull && next == '\\');
    if (isRemoved) {
      append(next);
      return p + 2;
    }
    if (isFull && next == 'n') {
      append((byte) '\n');
      return p + 2;
    }
    append((byte) '\\');
    return p + 1;
  }

  /**
   * Copies a quoted value that ends at a blank or the end of the line. Returns its end, or {@code
   * from} without such a value.
   */
  private int quoted(int from) {
    if (from >= end || line[from] != '"') {
      return from;
    }
    int p = from + 1;
    while (p < end && line[p] != '"') {
      if (line[p] == '\\' && p + 1 < end) {
        p = line[p + 1] == '"' ? quote(p) : escape(p);
      } else {
        append(line[p++]);
      }
    }
    if (p < end && (p + 1 == end || line[p + 1] == ' ')) {
      return p + 1;
    }
    length = colon;
    return from;
  }

  private int quote(int p) {
    append((byte) '"');
    return p + 2;
  }

  private void append(byte b) {
    text[length++] = b;
  }
}
