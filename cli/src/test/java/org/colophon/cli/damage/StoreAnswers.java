// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/** All answers of a reader about the first ids of a store, as sorted lines without times. */
final class StoreAnswers {
  private final LineageReader reader;
  private final StoreSample.Extent extent;
  private final List<String> lines = new ArrayList<>();

  private StoreAnswers(LineageReader reader, StoreSample.Extent extent) {
    this.reader = reader;
    this.extent = extent;
  }

  /** Returns all answers about a sample. Ignores later recordings. */
  static List<String> of(LineageReader reader, StoreSample.Extent extent) {
    StoreAnswers answers = new StoreAnswers(reader, extent);
    for (long id = 1; id <= extent.processes(); id++) {
      answers.addProcess(id);
      answers.addLinks(id);
    }
    for (long id = 1; id <= extent.objects(); id++) {
      answers.addObject(id);
      answers.addLineage(id);
    }
    answers.addNames();
    reader.snapshots().stream()
        .filter(each -> each.lsn() <= extent.lastLsn())
        .forEach(each -> answers.lines.add("snapshot " + each.name() + " " + each.lsn()));
    reader.gaps().forEach(gap -> answers.lines.add(gapLine(gap.toString())));
    Collections.sort(answers.lines);
    return answers.lines;
  }

  private static String gapLine(String gap) {
    return "gap " + gap;
  }

  static boolean isGap(String line) {
    return line.startsWith("gap ");
  }

  private void addProcess(long id) {
    ProcessInfo process = reader.process(id);
    lines.add("process " + id + " " + process);
    if (process != null) {
      ProcessDeclaration declared = process.declaration();
      lines.add("identity p" + id + " " + reader.processByIdentity(declared.identity()));
      lines.add("pid p" + id + " " + reader.processesWithPid(declared.pid()).contains(id));
    }
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (user, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            lines.add(
                "by process p%d o%d %s %d-%d %d %d"
                    .formatted(user, object, mode, first, last, count, bytes)));
    reader.operations(
        id,
        0,
        (lsn, kind, user, object, bytes, nanos) ->
            lines.add("operation %d %s p%d o%d %d".formatted(lsn, kind, user, object, bytes)));
    reader.extendedRecords(id, 0).forEach(each -> lines.add("extended " + id + " " + each));
  }

  private void addLinks(long id) {
    reader.causesOfProcess(
        id, (effect, cause, kind, lsn, nanos) -> lines.add("cause " + effect + kind + cause + lsn));
    reader.effectsOfProcess(
        id,
        (effect, cause, kind, lsn, nanos) -> lines.add("effect " + effect + kind + cause + lsn));
  }

  private void addObject(long id) {
    ObjectInfo info = reader.object(id);
    lines.add("object " + id + " " + info);
    if (info != null) {
      lines.add("identity o" + id + " " + reader.objectByIdentity(info.declaration().identity()));
    }
    reader.accessesOfObject(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            lines.add(
                "by object p%d o%d %s %d-%d %d %d"
                    .formatted(process, object, mode, first, last, count, bytes)));
    reader.namesOf(id).forEach(name -> lines.add("name " + id + " " + name));
    reader.cuts(id, (process, begin, end, nanos) -> lines.add("cut " + id + " " + begin + end));
    reader.derivationsOfObject(
        id, (effect, cause, process, lsn, nanos) -> lines.add("from " + effect + cause + lsn));
    reader.derivationsFromObject(
        id, (effect, cause, process, lsn, nanos) -> lines.add("into " + effect + cause + lsn));
  }

  private void addLineage(long id) {
    for (Direction direction : Direction.values()) {
      LineageQuery query =
          LineageQuery.builder()
              .root(Root.object(id, extent.lastLsn()))
              .direction(direction)
              .asOfLsn(extent.lastLsn())
              .build();
      Lineage lineage = new LineageEngine(reader).collect(query);
      lines.add(
          "lineage %d %s %s"
              .formatted(
                  id,
                  direction,
                  lineage.nodes().stream()
                      .map(node -> (node.isProcess() ? "p" : "o") + node.id())
                      .sorted()
                      .toList()));
    }
  }

  private void addNames() {
    for (long lsn : List.of(extent.lastLsn() / 2, extent.lastLsn())) {
      reader.under(
          Bytes.of("/"),
          lsn,
          (path, object) -> lines.add("path " + path + " " + object + " as of " + Lsn.format(lsn)));
    }
    for (Bytes path : RandomReports.paths()) {
      reader.bindingsOf(path).stream()
          .filter(each -> each.object() <= extent.objects())
          .forEach(each -> lines.add("binding " + path + " " + each));
      lines.add("resolved " + path + " " + reader.resolve(path, extent.lastLsn()));
    }
  }
}
