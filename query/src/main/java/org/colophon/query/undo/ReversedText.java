// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Applies a unified diff backwards to a text. Lines end with a newline only, so other control
 * characters remain. One thread.
 */
final class ReversedText {
  private static final Pattern HUNK =
      Pattern.compile("@@ -\\d{1,9}(?:,\\d{1,9})? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@\n");

  private final List<String> after;
  private final StringBuilder before = new StringBuilder();
  private int at;

  ReversedText(String after) {
    this.after = lines(after);
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
  }

  /**
   * Returns the text before the diff.
   *
   * @throws IllegalArgumentException if the diff does not fit
   * @throws IndexOutOfBoundsException likewise
   */
  String apply(String diff) {
    List<String> script = lines(diff);
    int i = 0;
    while (i < script.size() && !script.get(i).startsWith("@@")) {
      i++;
    }
    for (; i < script.size(); i++) {
      boolean isOpen = i + 1 < script.size() && script.get(i + 1).startsWith("\\");
      line(script.get(i), isOpen);
      i += isOpen ? 1 : 0;
    }
    copyUntil(after.size());
    return before.toString();
  }

  private void line(String line, boolean isOpen) {
    String content = line.substring(1, line.length() - (isOpen ? 1 : 0));
    switch (line.charAt(0)) {
      case '@' -> copyUntil(start(line));
      case '-' -> before.append(content);
      case '+' -> require(content);
      case ' ' -> before.append(require(content));
      default -> throw new IllegalArgumentException(line);
    }
  }

  /** Returns the index of a hunk's first line. An empty range names the line before it. */
  private static int start(String line) {
    Matcher hunk = HUNK.matcher(line);
    if (!hunk.matches()) {
      throw new IllegalArgumentException(line);
    }
    return Integer.parseInt(hunk.group(1)) - ("0".equals(hunk.group(2)) ? 0 : 1);
  }

  private String require(String content) {
    String found = after.get(at++);
    if (!found.equals(content)) {
      throw new IllegalArgumentException(content);
    }
    return found;
  }

  private void copyUntil(int end) {
    after.subList(at, end).forEach(before::append);
    at = end;
  }
}
