// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.retention;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;
import org.jspecify.annotations.Nullable;

/**
 * State of retention at an instant.
 *
 * @param progress progress of the current run, if there is one.
 * @param run number of the current run, else of the last one; 0 before the first run.
 * @param last outcome of the last run; null if it failed, or if there was none.
 * @param failure reason why the last run failed; empty if it succeeded.
 * @param done number of runs that changed the store since the start.
 * @param failed number of runs that failed.
 * @param freedBytes number of bytes by which the store's files shrank.
 * @param lastMillis end of the last run, in milliseconds since 1970; 0 if there was none
 */
public record RetentionState(
    Optional<PruneProgress> progress,
    long run,
    @Nullable PruneOutcome last,
    String failure,
    long done,
    long failed,
    long freedBytes,
    long lastMillis) {
  /** Returns the fields of the current run, for JSON. */
  public Map<String, Object> progressJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("adapter", progress.map(PruneProgress::adapter).orElse(""));
    json.put("state", progress.map(RetentionState::word).orElse("idle"));
    json.put("recordsWritten", progress.map(PruneProgress::done).orElse(0L));
    json.put("recordsToWrite", progress.map(PruneProgress::total).orElse(0L));
    return json;
  }

  /** Returns all fields, for JSON. The field {@code last} has the primary's report. */
  public Map<String, Object> json() {
    Map<String, Object> json = progressJson();
    json.put("run", run);
    json.put("failure", failure);
    if (lastMillis != 0) {
      json.put("ended", Instant.ofEpochMilli(lastMillis));
    }
    if (last != null) {
      List<PruneJson> reports = last.reports().stream().map(PruneJson::of).toList();
      json.put("last", reports.get(0));
      json.put("others", reports.subList(1, reports.size()));
      json.put("left", last.left());
    }
    return json;
  }

  private static String word(PruneProgress progress) {
    return progress.stage().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a line about the current run. If none exists, it is about the last run's end. */
  public String text() {
    if (progress.isPresent()) {
      return text(progress.get());
    }
    if (lastMillis == 0) {
      return "nothing was pruned since the start";
    }
    String ended =
        last == null
            ? "failed: " + failure
            : String.join("; ", last.reports().stream().map(RetentionState::text).toList());
    return ended + ", " + Instant.ofEpochMilli(lastMillis);
  }

  private static String text(PruneProgress progress) {
    String records =
        progress.total() == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d of %,d records", progress.done(), progress.total());
    String adapter = progress.adapter().isEmpty() ? "" : " " + progress.adapter();
    return "pruning" + adapter + ": " + progress.stage().text() + records;
  }

  private static String text(PruneReport report) {
    if (!report.isDone()) {
      return report.adapter() + " left unchanged";
    }
    long pruned = report.figures().factsBefore() - report.figures().factsAfter();
    return String.format(
        Locale.ROOT,
        "pruned %,d facts of %s before LSN %d",
        pruned,
        report.adapter(),
        report.cutLsn());
  }
}
