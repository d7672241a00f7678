// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;

/** Converts names as users type them to stored names. */
public final class PathNames {
  private static final Bytes SLASH = Bytes.of("/");

  /** Matches an escaped byte, an escaped character, or a short escape. */
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:[nrt\\\\]|x([0-9a-f]{2})|u\\{([0-9a-f]{1,6})})");

  private PathNames() {}

  /** Returns whether the name has a scheme, such as {@code mysql://}, and so is not a path. */
  public static boolean hasScheme(Bytes name) {
    int colon = name.indexOf(':', 0);
    return colon > 0
        && name.indexOf('/', 0) == colon + 1
        && name.length() > colon + 2
        && name.at(colon + 2) == '/';
  }

  /**
   * Returns the absolute path without {@code .}, {@code ..} and doubled slashes; other names
   * unchanged.
   */
  public static Bytes absolute(Bytes name, Bytes directory) {
    if (hasScheme(name) || FileDigest.isContent(name)) {
      return name;
    }
    boolean isAbsolute = name.length() > 0 && name.at(0) == '/';
    return normalise(isAbsolute ? name : directory.concat(SLASH).concat(name));
  }

  private static Bytes normalise(Bytes path) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : List.of(new String(path.toArray(), ISO_8859_1).split("/"))) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return Bytes.wrap(("/" + String.join("/", parts)).getBytes(ISO_8859_1));
  }

  /** Undoes {@link Bytes#display}; other text is unchanged. */
  public static Bytes unescape(Bytes text) {
    if (text.indexOf('\\', 0) < 0) {
      return text;
    }
    Matcher escapes = ESCAPE.matcher(new String(text.toArray(), ISO_8859_1));
    String plain = escapes.replaceAll(each -> Matcher.quoteReplacement(unescaped(each)));
    return Bytes.wrap(plain.getBytes(ISO_8859_1));
  }

  private static String unescaped(MatchResult escape) {
    if (escape.group(1) != null) {
      return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
    } else if (escape.group(2) != null) {
      int character = Integer.parseInt(escape.group(2), 16);
      return Character.isValidCodePoint(character)
          ? new String(Character.toString(character).getBytes(UTF_8), ISO_8859_1)
          : "";
    }
    return switch (escape.group().charAt(1)) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      default -> "\\";
    };
  }
}
