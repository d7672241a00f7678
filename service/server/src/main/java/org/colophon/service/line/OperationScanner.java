package org.colophon.service.line;

import java.nio.charset.StandardCharsets;

/** Finds out cheaply what a line is about, before it is parsed: clients write the op first. */
public final class OperationScanner {
  private static final byte[] NAME = {'"', 'o', 'p', '"'};

  private final LineParser parser = new LineParser();

  /** What a line is about, null if it cannot be said. */
  public String of(byte[] line, int from, int to) {
    int at = skipBlanks(line, from, to);
    if (at == to || line[at] != '{') {
      return null;
    }
    at = skipBlanks(line, at + 1, to);
    if (!startsWithName(line, at, to)) {
      return parsed(line, from, to);
    }
    at = skipBlanks(line, at + NAME.length, to);
    if (at == to || line[at] != ':') {
      return null;
    }
    at = skipBlanks(line, at + 1, to);
    return at == to || line[at] != '"' ? null : word(line, at + 1, from, to);
  }

  private String word(byte[] line, int start, int from, int to) {
    int end = start;
    while (end < to && line[end] != '"') {
      if (line[end] == '\\') {
        return parsed(line, from, to);
      }
      end++;
    }
    return new String(line, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private String parsed(byte[] line, int from, int to) {
    try {
      return parser.parse(line, from, to).op;
    } catch (BadLineException e) {
      return null; // it is refused when its turn comes
    }
  }

  private static boolean startsWithName(byte[] line, int at, int to) {
    for (int i = 0; i < NAME.length; i++) {
      if (at + i >= to || line[at + i] != NAME[i]) {
        return false;
      }
    }
    return true;
  }

  private static int skipBlanks(byte[] line, int from, int to) {
    int at = from;
    while (at < to && line[at] <= ' ' && line[at] >= 0) {
      at++;
    }
    return at;
  }
}
