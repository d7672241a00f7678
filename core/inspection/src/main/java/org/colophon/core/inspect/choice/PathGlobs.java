package org.colophon.core.inspect.choice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;

/**
 * Patterns of paths: {@code *} and {@code ?} stop at slashes, {@code **} does not. A pattern
 * without a slash matches the file name in any directory. Plain endings such as {@code *.txt}
 * ignore case. Thread-safe.
 */
final class PathGlobs {
  private final List<byte[]> endings = new ArrayList<>();
  private final List<Pattern> patterns = new ArrayList<>();

  PathGlobs(List<String> globs) {
    for (String glob : globs) {
      if (isEnding(glob)) {
        endings.add(lower(glob.substring(1).getBytes(StandardCharsets.UTF_8)));
      } else {
        patterns.add(Pattern.compile(expression(glob), Pattern.DOTALL));
      }
    }
  }

  private static boolean isEnding(String glob) {
    return glob.startsWith("*.") && glob.substring(1).chars().noneMatch(c -> "*?/".indexOf(c) >= 0);
  }

  private static byte[] lower(byte[] ending) {
    for (int i = 0; i < ending.length; i++) {
      ending[i] = (byte) lower(ending[i]);
    }
    return ending;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
  }

  /** Translates a glob for the path's bytes as ISO-8859-1, so that it can match any name. */
  private static String expression(String glob) {
    String bytes = new String(glob.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    StringBuilder regex = new StringBuilder(glob.indexOf('/') < 0 ? "(?:.*/)?" : "");
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      if (c == '*' && i + 1 < bytes.length() && bytes.charAt(i + 1) == '*') {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^/]*");
      } else {
        regex.append(c == '?' ? "[^/]" : Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
  }

  boolean matches(Bytes path) {
    for (byte[] ending : endings) {
      if (hasEnding(path, ending)) {
        return true;
      }
    }
    if (patterns.isEmpty()) {
      return false;
    }
    String text = new String(path.toArray(), StandardCharsets.ISO_8859_1);
    return patterns.stream().anyMatch(each -> each.matcher(text).matches());
  }

  /** Returns true for an ending after other characters: the name {@code .txt} has no ending. */
  private static boolean hasEnding(Bytes path, byte[] ending) {
    int start = path.length() - ending.length;
    if (start < 1 || path.at(start - 1) == '/') {
      return false;
    }
    for (int i = 0; i < ending.length; i++) {
      if (lower(path.at(start + i)) != ending[i]) {
        return false;
      }
    }
    return true;
  }
}
