package org.colophon.query.target;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;

/** Makes names out of what people type. */
public final class PathNames {
  private static final Bytes SLASH = Bytes.of("/");

  private PathNames() {}

  /** Returns whether the name has a scheme, such as {@code mysql://}, and so is not a path. */
  public static boolean hasScheme(Bytes name) {
    int colon = name.indexOf(':', 0);
    return colon > 0
        && name.indexOf('/', 0) == colon + 1
        && name.length() > colon + 2
        && name.at(colon + 2) == '/';
  }

  /** The absolute path without {@code .}, {@code ..} and doubled slashes; other names as are. */
  public static Bytes absolute(Bytes name, Bytes directory) {
    if (hasScheme(name)) {
      return name;
    }
    boolean isAbsolute = name.length() > 0 && name.at(0) == '/';
    return normalise(isAbsolute ? name : directory.concat(SLASH).concat(name));
  }

  private static Bytes normalise(Bytes path) {
    byte[] out = new byte[path.length() + 1];
    int length = 0;
    int from = 0;
    while (from <= path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      Bytes part = path.slice(from, to);
      if (isDots(part, 2)) {
        length = parentLength(out, length);
      } else if (!part.isEmpty() && !isDots(part, 1)) {
        out[length++] = '/';
        part.copyTo(out, length);
        length += part.length();
      }
      from = to + 1;
    }
    return length == 0 ? SLASH : Bytes.copyOf(out, 0, length);
  }

  private static boolean isDots(Bytes part, int count) {
    return part.length() == count && part.at(0) == '.' && part.at(count - 1) == '.';
  }

  private static int parentLength(byte[] path, int length) {
    for (int i = length - 1; i > 0; i--) {
      if (path[i] == '/') {
        return i;
      }
    }
    return 0;
  }

  /** Undoes {@link Bytes#display}; other text is unchanged. */
  public static Bytes unescape(Bytes text) {
    if (text.indexOf('\\', 0) < 0) {
      return text;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
    int i = 0;
    while (i < text.length()) {
      i += text.at(i) == '\\' ? escape(text, i, out) : literal(text.at(i), out);
    }
    return Bytes.wrap(out.toByteArray());
  }

  private static int literal(byte b, ByteArrayOutputStream out) {
    out.write(b);
    return 1;
  }

  private static int escape(Bytes text, int at, ByteArrayOutputStream out) {
    int kind = at + 1 < text.length() ? text.at(at + 1) : 0;
    switch (kind) {
      case 'n' -> out.write('\n');
      case 'r' -> out.write('\r');
      case 't' -> out.write('\t');
      case '\\' -> out.write('\\');
      case 'x' -> {
        return hex(text, at, at + 2, at + 4, at + 4, out, false);
      }
      case 'u' -> {
        int end = text.indexOf('}', at);
        return hex(text, at, at + 3, end, end + 1, out, true);
      }
      default -> {
        return literal(text.at(at), out);
      }
    }
    return 2;
  }

  private static int hex(
      Bytes text, int at, int from, int to, int end, ByteArrayOutputStream out, boolean isChar) {
    if (to > text.length() || to <= from || to - from > 6) {
      return literal(text.at(at), out);
    }
    String digits = text.slice(from, to).toString();
    if (!digits.matches("[0-9a-f]+")) {
      return literal(text.at(at), out);
    }
    int value = Integer.parseInt(digits, 16);
    if (!isChar) {
      out.write(value);
    } else if (Character.isValidCodePoint(value)) {
      out.writeBytes(Character.toString(value).getBytes(StandardCharsets.UTF_8));
    }
    return end - at;
  }
}
