// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.cli.served.ServedReporter;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;
import org.jspecify.annotations.Nullable;

/** Formats the state of a service, with rates since the previous page. One thread. */
public final class StatusPage {
  private final String store;
  private @Nullable Counters last;
  private Map<String, Long> lastOperations = new HashMap<>();

  /**
   * Constructs a page.
   *
   * @param store terminal-safe name of the store
   */
  public StatusPage(String store) {
    this.store = store;
  }

  /**
   * Returns a page.
   *
   * @param widthColumns maximum length of lines; 0 for no limit
   */
  public List<String> page(Counters now, List<ServedReporter> reporters, int widthColumns) {
    List<String> lines = new ArrayList<>();
    lines.add("colophon  " + store);
    lines.add("");
    count(lines, now, "reported", "reported");
    count(lines, now, "  filtered", "filtered");
    count(lines, now, "  refused", "refused");
    count(lines, now, "  dropped", "dropped");
    count(lines, now, "  suppressed", "suppressed");
    count(lines, now, "  journaled", "journaled");
    lines.add("");
    lines.add(row("queue", DisplayText.count(now.get("queued")), ""));
    lines.add(row("open intervals", DisplayText.count(now.get("openIntervals")), ""));
    long notDurable = now.get("lastLsn") - now.get("durableLsn");
    lines.add(
        row(
            "last LSN",
            DisplayText.count(now.get("lastLsn")),
            DisplayText.count(notDurable) + " not on disk"));
    lines.add(row("journal", DisplayText.size(now.get("journalBytes")), ""));
    lines.add("");
    now.json().path("adapters").forEach(each -> lines.add(adapter(each, now)));
    reporters.forEach(each -> lines.add(reporter(each, now)));
    JsonNode retention = now.json().path("retention");
    if (!retention.path("state").asText("idle").equals("idle")) {
      lines.add(pruning(retention));
    }
    if (!now.json().path("failure").asText().isEmpty()) {
      lines.add("");
      lines.add("RECORDING STOPPED: " + DisplayText.text(now.json().path("failure").asText()));
    }
    remember(now, reporters);
    return widthColumns == 0 ? lines : lines.stream().map(each -> fit(each, widthColumns)).toList();
  }

  private static String fit(String line, int widthColumns) {
    return Lines.fit(line, widthColumns).stripTrailing();
  }

  /** Returns a line with the main values, for logs. */
  public String line(Counters now, List<ServedReporter> reporters) {
    StringBuilder line = new StringBuilder();
    for (String name :
        List.of("reported", "filtered", "refused", "dropped", "suppressed", "journaled")) {
      line.append(name).append('=').append(now.get(name)).append(' ');
    }
    line.append(String.format(Locale.ROOT, "rate=%.0f/s ", now.rate(last, "reported")));
    line.append("queued=").append(now.get("queued")).append(" lsn=").append(now.get("lastLsn"));
    for (JsonNode each : now.json().path("adapters")) {
      line.append(" lag.").append(DisplayText.text(each.path("name").asText()));
      line.append('=').append(each.path("lag").asLong());
    }
    long running = reporters.stream().filter(each -> !each.isOver()).count();
    line.append(" reporters=").append(running);
    remember(now, reporters);
    return line.toString();
  }

  private void count(List<String> lines, Counters now, String label, String name) {
    lines.add(row(label, DisplayText.count(now.get(name)), rate(now.rate(last, name))));
  }

  private String adapter(JsonNode adapter, Counters now) {
    String name = adapter.path("name").asText();
    long stored = adapter.path("stored").asLong();
    double rate = 0;
    if (last != null) {
      for (JsonNode each : last.json().path("adapters")) {
        boolean isSame = each.path("name").asText().equals(name);
        rate = isSame ? now.rate(stored - each.path("stored").asLong(), last) : rate;
      }
    }
    String state = adapter.path("state").asText();
    long lag = adapter.path("lag").asLong();
    String failure = adapter.path("failure").asText();
    return row(
            "adapter " + DisplayText.text(name), DisplayText.count(stored) + " stored", rate(rate))
        + "  "
        + DisplayText.text(state)
        + (lag == 0 ? "" : ", " + DisplayText.count(lag) + " behind")
        + (failure.isEmpty() ? "" : ": " + DisplayText.text(failure));
  }

  private String reporter(ServedReporter reporter, Counters now) {
    Long before = lastOperations.get(reporter.id());
    double rate =
        last == null || before == null ? 0 : now.rate(reporter.operations() - before, last);
    String count = DisplayText.count(reporter.operations());
    return row("reporter " + DisplayText.text(reporter.id()), count, rate(rate))
        + "  "
        + DisplayText.text(reporter.state())
        + (reporter.refused() == 0 ? "" : ", " + DisplayText.count(reporter.refused()) + " refused")
        + (reporter.reason().isEmpty() ? "" : ": " + DisplayText.text(reporter.reason()));
  }

  private static String pruning(JsonNode retention) {
    String done = DisplayText.count(retention.path("recordsWritten").asLong());
    String all = DisplayText.count(retention.path("recordsToWrite").asLong());
    return row("pruning " + DisplayText.text(retention.path("adapter").asText()), done, "of " + all)
        + "  "
        + DisplayText.text(retention.path("state").asText());
  }

  private void remember(Counters now, List<ServedReporter> reporters) {
    last = now;
    lastOperations = new HashMap<>();
    reporters.forEach(each -> lastOperations.put(each.id(), each.operations()));
  }

  private static String row(String label, String value, String more) {
    return String.format(Locale.ROOT, "%-22s %18s  %14s", label, value, more).stripTrailing();
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.0f/s", perSecond);
  }
}
