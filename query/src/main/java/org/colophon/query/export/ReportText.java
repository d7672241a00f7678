// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.record.RecordText;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.Explanation.Hop;
import org.colophon.query.report.History;
import org.colophon.query.report.History.Event;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.text.DisplayText;

/** Formats reports as lines for display. */
record ReportText(ExportOptions options, Writer out) {
  void explanation(Explanation explanation) throws IOException {
    if (explanation.isUncertain()) {
      String looked = DisplayText.count(explanation.summary().nodes(), "node");
      put("no chain of influence was found; the search ended at " + looked);
    } else if (!explanation.isFound()) {
      put("no chain of influence leads there");
    } else {
      put(title(explanation.hops().get(0).effect()));
    }
    for (Hop hop : explanation.hops()) {
      String words =
          hop.cause().isAbsent()
              ? "looked for"
              : hop.edge().kind().label(hop.edge().isAttempted(), Direction.ANCESTORS);
      String when = NodeText.time(hop.edge().firstNanos(), options.zone());
      String lsns = NodeText.lsns(hop.edge().firstLsn(), hop.edge().lastLsn());
      put("  " + words + " " + title(hop.cause()) + "  (" + when + ", LSN " + lsns + ")");
    }
    for (String line : LeftOut.losses(explanation.summary().gaps())) {
      put(line);
    }
  }

  void history(History history) throws IOException {
    put(history.path().display());
    Map<Integer, List<ExtendedRecord>> changes =
        history.changes().stream().collect(Collectors.groupingBy(each -> explained(history, each)));
    for (int i = 0; i < history.events().size(); i++) {
      Event event = history.events().get(i);
      String time = NodeText.time(event.timeNanos(), options.zone());
      String lsns = NodeText.lsns(event.lsn(), event.lastLsn());
      put("  " + time + "  LSN " + lsns + "  " + what(event) + by(event));
      changes(changes.getOrDefault(i, List.of()));
    }
    if (history.events().isEmpty()) {
      put("  no event is recorded");
    }
  }

  /** Prints, below a write, the changes that inspectors found before the next write. */
  private void changes(List<ExtendedRecord> changes) throws IOException {
    RecordText shown = new RecordText("      ", line -> line, false);
    for (ExtendedRecord each : changes) {
      String size = DisplayText.size(each.data().length());
      String author = each.process() == 0 ? ", of several or unknown processes" : "";
      put("    " + Bytes.of(each.type()).display() + ", " + size + ", LSN " + each.lsn() + author);
      for (String line : shown.lines(each)) {
        put(line);
      }
    }
  }

  /**
   * Returns the index of the event that a change belongs to: the last write of its process before
   * it. Without such a write, it is the last event of its object before the change.
   */
  private static int explained(History history, ExtendedRecord change) {
    int best = -1;
    boolean isWritten = false;
    for (int i = 0; i < history.events().size(); i++) {
      Event event = history.events().get(i);
      boolean isIts = event.object() == change.object() && event.lsn() <= change.lsn();
      boolean isWrite =
          event.kind() == History.EventKind.WRITTEN
              && event.process() != null
              && event.process().id() == change.process();
      if (isIts && (isWrite || !isWritten)) {
        best = i;
        isWritten |= isWrite;
      }
    }
    return best;
  }

  private static String what(Event event) {
    String object = "object:" + event.object() + ".v" + event.version();
    String other = event.other().isEmpty() ? "" : event.other().display();
    return switch (event.kind()) {
      case BOUND -> "became " + object + (other.isEmpty() ? "" : ", moved from " + other);
      case UNBOUND ->
          "ceased to be " + object + (other.isEmpty() ? ", removed" : ", moved to " + other);
      case CUT ->
          (event.process() == null ? NodeText.UNRECORDED : "cut off") + ", " + object + " began";
      case WRITTEN ->
          "written"
              + (other.isEmpty() ? "" : " as " + other)
              + ": "
              + DisplayText.count(event.count(), "write")
              + ", "
              + DisplayText.size(event.bytes())
              + ", "
              + object;
      case NAMED -> "named, " + object;
    };
  }

  private String by(Event event) {
    if (event.isUnrecordedMove()) {
      return ", not recorded, after " + NodeText.time(event.unmovedNanos(), options.zone());
    }
    if (event.process() == null) {
      return "";
    }
    return " by " + NodeText.command(event.process()) + " [process:" + event.process().id() + "]";
  }

  void diff(LineageDiff diff) throws IOException {
    if (diff.size() == 0) {
      put(nothingShown(diff));
    }
    objects("inputs that differ:", diff, true);
    objects("files on the way that differ:", diff, false);
    if (!diff.programs().isEmpty()) {
      put("programs that ran on one side only:");
    }
    for (LineageDiff.Programs each : diff.programs()) {
      String mark = each.first() > 0 ? "-" : "+";
      int count = each.first() + each.second();
      String processes = DisplayText.count(count, "process");
      put("  " + mark + " " + each.executable().display() + "  (" + processes + ")");
    }
    for (LineageDiff.Commands commands : diff.commands()) {
      put("other command lines of " + commands.executable().display() + ":");
      nodes("-", commands.onlyInFirst());
      nodes("+", commands.onlyInSecond());
    }
    if (!diff.consequences().isEmpty()) {
      String count = DisplayText.count(diff.consequences().size(), "file");
      put(
          "as a consequence, "
              + count
              + " on the way differ"
              + (diff.consequences().size() == 1 ? "s" : ""));
    }
    leftOut("the first: ", diff.first());
    leftOut("the second: ", diff.second());
  }

  private static String nothingShown(LineageDiff diff) {
    if (diff.hidden() > 0) {
      String count = DisplayText.count(diff.hidden(), "difference");
      return "no difference in what is shown, but " + count + " in what is left out; see --all";
    }
    if (diff.isCutOff()) {
      return "no difference in what was compared";
    }
    return diff.sameName() == 0
        ? "no difference"
        : "no difference in names and origins; the content of "
            + DisplayText.count(diff.sameName(), "file")
            + " without a digest is not compared";
  }

  /** Prints the differing objects: either only the inputs, or only the others. */
  private void objects(String heading, LineageDiff diff, boolean isInput) throws IOException {
    Predicate<LineageNode> isWanted = node -> diff.inputs().contains(node) == isInput;
    List<LineageNode> first = diff.onlyInFirst().stream().filter(isWanted).toList();
    List<LineageNode> second = diff.onlyInSecond().stream().filter(isWanted).toList();
    List<LineageDiff.Pair> changed =
        diff.changed().stream().filter(pair -> isWanted.test(pair.first())).toList();
    if (first.size() + second.size() + changed.size() > 0) {
      put(heading);
    }
    for (LineageDiff.Pair pair : changed) {
      String ids = pair.first().key() + " -> " + pair.second().key();
      String name = NodeText.title(pair.first(), options.directory());
      String other = NodeText.title(pair.second(), options.directory());
      put("  * " + name + (other.equals(name) ? "" : " -> " + other) + "  [" + ids + "]");
    }
    nodes("-", first);
    nodes("+", second);
  }

  private void leftOut(String whose, Lineage lineage) throws IOException {
    for (String line : LeftOut.of(lineage)) {
      put(whose + line);
    }
  }

  private void nodes(String mark, List<LineageNode> nodes) throws IOException {
    for (LineageNode node : nodes) {
      put("  " + mark + " " + title(node));
    }
  }

  private String title(LineageNode node) {
    return NodeText.titleWithFormer(node, options.directory()) + "  [" + node.key() + "]";
  }

  static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  private void put(String line) throws IOException {
    out.write(line);
    out.write('\n');
  }
}
