// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostFind;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.find.AgentNames;
import org.colophon.query.find.FindOrder;
import org.colophon.query.find.FindQuery;
import org.colophon.query.find.Finder;
import org.colophon.query.find.FoundWriter;
import org.colophon.query.find.FoundWriter.OnHost;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;
import org.colophon.query.touched.Recordings;
import org.colophon.query.touched.Recordings.Recording;
import org.jspecify.annotations.Nullable;

/** Answers searches, and lists the recordings of a store. */
record SearchAnswers(LineageReader reader, AnswerStyle style, long asOfLsn) {
  private static final String CSV = "text/csv; charset=utf-8";

  private record Shown(
      String id,
      String kind,
      String name,
      String process,
      String directory,
      @Nullable String user,
      @Nullable String begin,
      @Nullable String end,
      @Nullable Integer exitStatus,
      long operations,
      long gaps,
      List<String> results) {}

  private record AllShown(List<Shown> recordings, long left) {}

  /** Returns search results as a table, CSV or JSON. Only JSON is streamed. */
  Answer find(FindQuery query, List<String> more) {
    Finder finder = new Finder(reader, query);
    if (style.isJson()) {
      boolean isFound = finder.findsAny();
      return new Answer(
          isFound,
          Answer.JSON,
          remarks(isFound, 0, withUndecided(finder, more)),
          out -> FoundWriter.writeJson(finder, out));
    }
    List<OnHost> found = new ArrayList<>();
    long left = collect(finder, "", found);
    return answer(found, false, left, withUndecided(finder, more));
  }

  /**
   * Returns the search results of several hosts, with the host in each row. Without a requested
   * order, rows are grouped by host.
   *
   * @param own the name of the query's host, whose results come first
   */
  Answer find(FindQuery query, String own, List<HostFind.Part> others) {
    List<OnHost> all = new ArrayList<>();
    Finder finder = new Finder(reader, query);
    long left = collect(finder, own, all);
    List<String> failures = withUndecided(finder, List.of());
    for (HostFind.Part part : others) {
      left += part.left();
      part.found().forEach(each -> all.add(new OnHost(part.host(), each)));
      if (!part.failure().isEmpty()) {
        failures.add("incomplete: " + part.failure());
      }
    }
    FindOrder order = query.order();
    if (order != null) {
      all.sort(Comparator.comparingLong((OnHost each) -> order.valueOf(each.found())).reversed());
    }
    List<OnHost> shown = all.subList(0, Math.min(query.limit(), all.size()));
    long beyond = left + all.size() - shown.size();
    return answer(shown, true, beyond, failures);
  }

  private Answer answer(List<OnHost> found, boolean hasHosts, long left, List<String> more) {
    boolean isCsv = style.format().equals("csv");
    return new Answer(
        !found.isEmpty(),
        style.isJson() ? Answer.JSON : isCsv ? CSV : Answer.TEXT,
        remarks(!found.isEmpty(), left, more),
        out -> {
          if (style.isJson()) {
            FoundWriter.writeJson(found, left, out);
          } else if (isCsv) {
            FoundWriter.writeCsv(found, hasHosts, out);
          } else {
            FoundWriter.table(found, hasHosts, style.zone()).print(out, style.widthColumns());
          }
        });
  }

  private static long collect(Finder finder, String host, List<OnHost> found) {
    try {
      return finder.find(each -> found.add(new OnHost(host, each)));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }

  private static List<String> withUndecided(Finder finder, List<String> more) {
    List<String> remarks = new ArrayList<>(more);
    if (finder.undecided() > 0) {
      String processes = DisplayText.count(finder.undecided(), "process");
      remarks.add("not searched completely: the arguments of " + processes + " are cut");
    }
    return remarks;
  }

  private static List<String> remarks(boolean isFound, long left, List<String> more) {
    List<String> remarks = new ArrayList<>();
    if (!isFound) {
      remarks.add("nothing matches");
    } else if (left > 0) {
      remarks.add(DisplayText.count(left) + " more left out; --limit sets the maximum");
    }
    remarks.addAll(more);
    return remarks;
  }

  /** Returns the newest recordings. */
  Answer recordings(int limit) {
    List<Recording> found = new ArrayList<>();
    Recordings recordings = new Recordings(reader, asOfLsn);
    long left = recordings.visit(limit, found::add);
    String more = recordings.isWhole() ? " more left out" : " or more left out";
    List<String> remarks =
        found.isEmpty()
            ? List.of("nothing is recorded")
            : left == 0 ? List.of() : List.of(DisplayText.count(left) + more);
    AgentNames agents = new AgentNames(reader, asOfLsn);
    return Answer.of(
        style,
        !found.isEmpty(),
        remarks,
        "recordings",
        () -> new AllShown(found.stream().map(each -> display(each, agents)).toList(), left),
        out -> table(found).print(out, style.widthColumns()));
  }

  private static Shown display(Recording recording, AgentNames agents) {
    String process = "process:" + recording.process().id();
    int status = recording.process().exitStatus();
    boolean isOver = recording.endNanos() != 0 && status != ProcessInfo.REPLACED;
    List<Bytes> users = agents.of(recording.process().id());
    return new Shown(
        process,
        AnswerJson.word(recording.kind()),
        NodeText.command(recording.process()),
        process,
        recording.process().declaration().directory().display(),
        users.isEmpty()
            ? null
            : users.stream().map(Bytes::display).collect(Collectors.joining(", ")),
        instant(recording.beginNanos()),
        instant(recording.endNanos()),
        isOver && recording.kind() == Recordings.Kind.RUN ? status : null,
        recording.operations(),
        recording.gaps(),
        recording.results().stream().map(Bytes::display).toList());
  }

  private static @Nullable String instant(long nanos) {
    return nanos == 0 ? null : DisplayText.instant(nanos);
  }

  private TextTable table(List<Recording> all) {
    TextTable table =
        new TextTable("process", "kind", "begin", "operations", "gaps", "command", "results");
    for (Recording each : all) {
      table.row(
          "process:" + each.process().id(),
          AnswerJson.word(each.kind()),
          DisplayText.time(each.beginNanos(), style.zone()),
          DisplayText.count(each.operations()),
          DisplayText.count(each.gaps()),
          NodeText.command(each.process()),
          each.results().stream()
              .map(name -> NodeText.relative(name, style.directory().toString()))
              .collect(Collectors.joining(" ")));
    }
    return table;
  }
}
