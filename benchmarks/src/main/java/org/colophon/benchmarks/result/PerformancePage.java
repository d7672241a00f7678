// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.IoFailure;

/**
 * The page with the results. The tables between the markers {@code <!-- results:NAME -->} and
 * {@code <!-- end:NAME -->} are generated from NAME.json.
 */
public final class PerformancePage {
  private static final int WIDTH_COLUMNS = 100;

  private final Path file;

  public PerformancePage(Path file) {
    this.file = file;
  }

  /** Replaces the sections of the given results. Preserves other sections. */
  public void update(List<ResultFile> results) {
    try {
      String text = Files.readString(file);
      for (ResultFile result : results) {
        text = replaceSection(text, result.benchmark(), section(result));
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw IoFailure.of("update", file, e);
    }
  }

  /** Returns the table, settings and machine of a result, as Markdown. */
  public static String section(ResultFile result) {
    Map<String, Object> machine = result.machine();
    String origin =
        "Run on %s, commit %s%s; settings %s; %s, %s cores, %s, %s."
            .formatted(
                result.date(),
                machine.get("commit"),
                result.hasUncommittedChanges() ? " with changes" : "",
                result.settings(),
                machine.get("cpu"),
                machine.get("cores"),
                machine.get("kernel"),
                machine.get("jdk"));
    return MarkdownTable.of(result.rows(), result.runs()) + "\n" + wrapped(origin) + "\n";
  }

  /** Breaks a text into lines at its spaces. */
  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String word : text.split(" ", -1)) {
      boolean isNew = column > 0 && column + 1 + word.length() > WIDTH_COLUMNS;
      String space = column == 0 ? "" : isNew ? "\n" : " ";
      lines.append(space).append(word);
      column = isNew ? word.length() : column + space.length() + word.length();
    }
    return lines.toString();
  }

  static String replaceSection(String text, String name, String section) {
    String begin = "<!-- results:" + name + " -->";
    String end = "<!-- end:" + name + " -->";
    Pattern pattern =
        Pattern.compile(Pattern.quote(begin) + ".*?" + Pattern.quote(end), Pattern.DOTALL);
    String filled = begin + "\n\n" + section + "\n" + end;
    return pattern.matcher(text).replaceFirst(Matcher.quoteReplacement(filled));
  }
}
