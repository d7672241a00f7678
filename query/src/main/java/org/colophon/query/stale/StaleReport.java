// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.stale;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.NodeText;
import org.colophon.query.report.Explanation;
import org.colophon.query.target.DiskComparison;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;

/**
 * The outputs whose inputs have changed since they were made, and those of which it cannot be told.
 * An output is a recorded object that something wrote.
 */
public final class StaleReport {
  /** Maximum number of chains that are searched; later changes are shown without one. */
  private static final int MAX_CHAINS = 100;

  private record Change(String input, String object, String what, long lsn, List<String> chain) {}

  private record Output(String output, String object, List<Change> changes, List<String> unknown) {}

  private record Shown(int checked, int notCompared, List<Output> outputs) {}

  private final LineageReader reader;
  private final LineageEngine engine;
  private final LineageQuery query;
  private final ZoneId zone;
  private final String directory;
  private final DiskComparison disk;
  private final List<Output> outputs = new ArrayList<>();
  private final Set<Long> notCompared = new HashSet<>();
  private int checked;
  private int chains;

  /**
   * Checks outputs.
   *
   * @param query options of the lineages; its roots are the objects, of which only outputs count
   * @param directory absolute base of relative names
   * @param zone time zone of times
   */
  public StaleReport(
      LineageReader reader,
      LineageEngine engine,
      LineageQuery query,
      String directory,
      ZoneId zone) {
    this.reader = reader;
    this.engine = engine;
    this.query = query;
    this.zone = zone;
    this.directory = directory;
    this.disk = new DiskComparison(reader, zone);
    query.roots().stream().distinct().filter(this::isOutput).forEach(this::check);
  }

  private boolean isOutput(Root root) {
    boolean[] isOutput = {false};
    if (root.type() == NodeType.OBJECT) {
      reader.accessesOfObject(
          root.id(),
          AccessMode.WRITE.bit(),
          (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) ->
              isOutput[0] |= first <= query.asOfLsn());
      reader.derivationsOfObject(
          root.id(), (effect, cause, process, at, nanos) -> isOutput[0] |= at <= query.asOfLsn());
    }
    return isOutput[0];
  }

  private void check(Root root) {
    Lineage lineage = engine.collect(query.withRoots(List.of(root), query.asOfLsn(), query.mine()));
    InputChanges found = new InputChanges(reader, disk, zone, lineage, query.asOfLsn());
    found.notCompared().forEach(each -> notCompared.add(each.id()));
    checked++;
    List<String> unknown = new ArrayList<>();
    if (lineage.summary().isCutOff()) {
      unknown.add("only a part of the inputs was compared; a larger limit compares more");
    }
    LineageNode output = lineage.nodes().get(0);
    String itself = query.asOfLsn() == Lsn.LATEST ? onDisk(output) : "";
    if (!itself.isEmpty()) {
      unknown.add("it " + itself);
    }
    lineage.summary().gaps().stream().map(NodeText::gap).distinct().forEach(unknown::add);
    if (!found.changes().isEmpty() || !unknown.isEmpty()) {
      List<Change> changes = found.changes().stream().map(each -> change(root, each)).toList();
      outputs.add(new Output(NodeText.title(output, directory), output.key(), changes, unknown));
    }
  }

  /** Returns how an output differs from its file on the disk; empty if it does not. */
  private String onDisk(LineageNode output) {
    boolean isFile = output.name().startsWith(Bytes.of("/")) && disk.isHere(output.id());
    return isFile ? disk.compare(output.name(), output.id()).text() : "";
  }

  private Change change(Root output, InputChange change) {
    LineageNode input = change.input();
    return new Change(
        NodeText.title(input, directory),
        input.key(),
        change.what(),
        change.lsn(),
        chains++ < MAX_CHAINS ? chain(output, input) : List.of());
  }

  /** Returns the titles of the nodes from the output to the input. */
  private List<String> chain(Root output, LineageNode input) {
    LineageQuery one = query.withRoots(List.of(output), query.asOfLsn(), query.mine());
    Explanation explanation = engine.why(one, List.of(Root.object(input.id())));
    if (!explanation.isFound()) {
      return List.of();
    }
    return Stream.concat(
            Stream.of(explanation.hops().get(0).effect()),
            explanation.hops().stream().map(Explanation.Hop::cause))
        .map(each -> NodeText.title(each, directory))
        .toList();
  }

  /** Returns the number of checked outputs. */
  public int checked() {
    return checked;
  }

  /** Returns whether an output is out of date, or may be. */
  public boolean isFound() {
    return !outputs.isEmpty();
  }

  /** Returns remarks for people. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    long stale = outputs.stream().filter(each -> !each.changes().isEmpty()).count();
    int fresh = checked - outputs.size();
    remarks.add(
        "%s: %d out of date, %d undecided, %d up to date"
            .formatted(DisplayText.count(checked, "output"), stale, outputs.size() - stale, fresh));
    if (!notCompared.isEmpty()) {
      remarks.add(
          DisplayText.count(notCompared.size(), "input")
              + " could be compared with later records only, not with the disk");
    }
    return remarks;
  }

  /** Returns the value to write as JSON. */
  public Object json() {
    return new Shown(checked, notCompared.size(), outputs);
  }

  /**
   * Prints the outputs.
   *
   * @param widthColumns maximum width of a line; 0 for no limit
   */
  public void print(OutputStream out, int widthColumns) throws IOException {
    for (Output each : outputs) {
      String lines =
          Stream.of(
                  Stream.of(
                      each.output()
                          + (each.changes().isEmpty() ? " may be" : " is")
                          + " out of date"),
                  each.changes().stream().flatMap(StaleReport::lines),
                  each.unknown().stream().map(line -> "  undecided: " + line))
              .flatMap(part -> part)
              .map(line -> line + "\n")
              .collect(Collectors.joining());
      out.write(Lines.fit(lines, widthColumns).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Stream<String> lines(Change change) {
    Stream<String> what = Stream.of("  " + change.input() + " " + change.what());
    return change.chain().size() <= 1
        ? what
        : Stream.concat(what, Stream.of("    " + String.join(" <- ", change.chain())));
  }
}
