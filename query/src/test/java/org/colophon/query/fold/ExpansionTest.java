// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.LinkKind.EXEC;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/**
 * Expands the folds of a script: 300 times {@code tr < in/$i.txt | sort > mid/$i.txt}, 30 times
 * {@code xargs cat > out/$j.csv}, then {@code cat out/*.csv | sort | uniq > report.txt}.
 */
final class ExpansionTest {
  private static final int PIPELINES = 300;
  private static final int JOINS = PIPELINES / 10;
  private static final long REPORT = 1;
  private static final long SHELL = 1;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private long lastProcess = SHELL;
  private long lastObject = REPORT;

  private Lineage script(int pipelines) {
    int joins = pipelines / 10;
    history.process(SHELL, "/bin/bash").file(REPORT, "/w/report.txt");
    long script = file("/w/run.sh");
    history.access(READ, SHELL, script, 99);
    List<Long> sorted = new ArrayList<>();
    for (int i = 0; i < pipelines; i++) {
      sorted.add(file("/w/mid/" + i + ".txt"));
      long pipe = pipe(start(SHELL, "/usr/bin/tr", file("/w/in/" + i + ".txt")));
      history.access(WRITE, start(SHELL, "/usr/bin/sort", pipe), sorted.get(i), 1);
    }
    List<Long> joined = new ArrayList<>();
    for (int j = 0; j < joins; j++) {
      long xargs = start(SHELL, "/usr/bin/xargs", file("/w/list" + j));
      long cat = start(xargs, "/bin/cat", sorted.get(j));
      for (int i = j + joins; i < pipelines; i += joins) {
        history.access(READ, cat, sorted.get(i), 1);
      }
      joined.add(file("/w/out/" + j + ".csv"));
      history.access(WRITE, cat, joined.get(j), 1);
    }
    long cat = start(SHELL, "/bin/cat", joined.get(0));
    joined.forEach(each -> history.access(READ, cat, each, 1));
    long uniq = start(SHELL, "/usr/bin/uniq", pipe(start(SHELL, "/usr/bin/sort", pipe(cat))));
    history.access(WRITE, uniq, REPORT, 1);
    LineageQuery query = LineageQuery.builder().root(Root.object(REPORT)).build();
    return new LineageEngine(SmallStore.of(history)).collect(query);
  }

  private long file(String path) {
    history.file(++lastObject, path);
    return lastObject;
  }

  /** Records a pipe to which a process writes. */
  private long pipe(long writer) {
    history.object(++lastObject, ObjectDeclaration.of(ObjectKind.PIPE));
    history.access(WRITE, writer, lastObject, 1);
    return lastObject;
  }

  /** Records a program that a child of a process executes, and that reads an object. */
  private long start(long parent, String executable, long input) {
    long child = ++lastProcess;
    history.process(child, "/bin/bash").link(FORK, child, parent);
    long program = ++lastProcess;
    history.process(program, executable).link(EXEC, program, child);
    history.access(READ, program, input, 1);
    return program;
  }

  private static Cluster find(Clusters clusters, FoldKind kind, int members) {
    return clusters.all().stream()
        .filter(each -> each.kind() == kind && each.members().size() == members)
        .findFirst()
        .orElseThrow(() -> new AssertionError(kind + " of " + members + " in " + text(clusters)));
  }

  private static List<String> text(Clusters clusters) {
    return clusters.all().stream().map(each -> each.id() + " " + each.members().size()).toList();
  }

  @Test
  void foldsPipelinesOfLoopWhenScriptIsExpanded() {
    Clusters open = Expansion.of(script(PIPELINES), List.of("fold:process:1"));
    assertThat(open.all()).hasSizeBetween(10, 20);
    Cluster pipelines = find(open, FoldKind.ALIKE, 5 * PIPELINES);
    assertThat(pipelines.copies()).isEqualTo(PIPELINES);
    assertThat(find(open, FoldKind.ALIKE, 4 * JOINS).copies()).isEqualTo(JOINS);
    assertThat(text(open))
        .filteredOn(each -> each.matches("fold:files:.* " + PIPELINES))
        .hasSize(2);
  }

  @Test
  void showsOnePipelineBesideTheOthers() {
    Lineage lineage = script(PIPELINES);
    Clusters before = Expansion.of(lineage, List.of("fold:process:1"));
    Cluster pipelines = find(before, FoldKind.ALIKE, 5 * PIPELINES);
    Cluster chosen = pipelines.parts().get(7);
    Clusters open = Expansion.of(lineage, List.of("fold:process:1", chosen.id()));
    Cluster rest = find(open, FoldKind.ALIKE, 5 * (PIPELINES - 1));
    assertThat(rest.id()).isEqualTo(pipelines.id());
    assertThat(open.all().stream().filter(each -> chosen.id().equals(each.openedFold())))
        .hasSize(3);
    assertThat(open.all()).hasSize(before.all().size() + 5);
  }

  @Test
  void showsEveryPipelineAfterBoundedSteps() {
    Lineage lineage = script(60);
    List<String> open = new ArrayList<>();
    int before = Expansion.of(lineage, open).all().size();
    Clusters now = Expansion.of(lineage, open);
    while (now.all().stream().anyMatch(Cluster::isFold)) {
      open.add(now.all().stream().filter(Cluster::isFold).findFirst().orElseThrow().id());
      now = Expansion.of(lineage, open);
      assertThat(now.all()).hasSizeLessThanOrEqualTo(before + Expansion.MAX_NEW);
      assertThat(now.all()).hasSizeGreaterThan(before);
      before = now.all().size();
    }
    assertThat(now.all()).hasSize(lineage.nodes().size());
  }
}
