package org.colophon.benchmarks.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.IoFailure;

/**
 * The page that people read. Between {@code <!-- results:NAME -->} and {@code <!-- end:NAME -->} it
 * holds what was made from NAME.json, so that no figure is typed by hand.
 */
public final class PerformancePage {
  private final Path file;

  public PerformancePage(Path file) {
    this.file = file;
  }

  /** Replaces the sections of the results given; other sections stay. */
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

  /** Table, settings and machine of a result, as Markdown. */
  public static String section(ResultFile result) {
    return MarkdownTable.of(result.rows())
        + "\nRun on "
        + result.date()
        + ", commit "
        + result.machine().get("commit")
        + (Boolean.TRUE.equals(result.machine().get("uncommittedChanges")) ? " with changes" : "")
        + "; settings "
        + result.settings()
        + "; "
        + result.machine().get("cpu")
        + ", "
        + result.machine().get("cores")
        + " cores, "
        + result.machine().get("kernel")
        + ", "
        + result.machine().get("jdk")
        + ".\n";
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
