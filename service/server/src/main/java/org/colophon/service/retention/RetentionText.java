package org.colophon.service.retention;

import java.time.Instant;
import java.util.Locale;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;

/** Retention at an instant, in a line for people. */
public final class RetentionText {
  private RetentionText() {}

  /** What is under way; else how the last run ended, and when. */
  public static String line(RetentionState state) {
    if (state.progress().isPresent()) {
      return progress(state.progress().get());
    }
    if (state.lastMillis() == 0) {
      return "nothing was pruned since the start";
    }
    return ended(state) + ", " + Instant.ofEpochMilli(state.lastMillis());
  }

  private static String progress(PruneProgress progress) {
    String records =
        progress.total() == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d of %,d records", progress.done(), progress.total());
    String adapter = progress.adapter().isEmpty() ? "" : " " + progress.adapter();
    return "pruning" + adapter + ": " + progress.stage().text() + records;
  }

  private static String ended(RetentionState state) {
    if (!state.failure().isEmpty()) {
      return "failed: " + state.failure();
    }
    StringBuilder text = new StringBuilder();
    for (PruneReport each : state.last().reports()) {
      text.append(text.isEmpty() ? "" : "; ").append(report(each));
    }
    return text.toString();
  }

  private static String report(PruneReport report) {
    if (!report.isDone()) {
      return report.adapter() + " left as it is";
    }
    long gone = report.figures().factsBefore() - report.figures().factsAfter();
    return String.format(
        Locale.ROOT,
        "pruned %,d facts of %s before LSN %d",
        gone,
        report.adapter(),
        report.cutLsn());
  }
}
