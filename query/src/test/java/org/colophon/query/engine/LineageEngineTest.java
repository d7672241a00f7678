// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.LinkKind.EXEC;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.LOAD;
import static org.colophon.core.model.OperationKind.METADATA;
import static org.colophon.core.model.OperationKind.OPEN;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.report.Details;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.History.EventKind;
import org.colophon.query.report.LineageDiff;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks limits, hiding, streaming and reports. */
final class LineageEngineTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();

  /** Records a chain: file 1 -> process 1 -> file 2 -> process 2 -> file 3 ... */
  private RecordBatchBuilder chain(int links) {
    history.file(1, "/c/1");
    for (int i = 1; i <= links; i++) {
      history.process(i, "/bin/step").file(i + 1, "/c/" + (i + 1));
      history.access(READ, i, i, 1).access(WRITE, i, i + 1, 1).exit(i, 0);
    }
    return history;
  }

  private LineageEngine engine() {
    return new LineageEngine(SmallStore.of(history));
  }

  private static LineageQuery.Builder of(long object) {
    return LineageQuery.builder().root(Root.object(object));
  }

  @Test
  void countsAProcessAndItsReadsAsOneStep() {
    chain(5);
    Lineage lineage = engine().collect(of(6).maxDepth(2).build());
    assertThat(lineage.nodes())
        .extracting(node -> node.target() + " " + node.depth())
        .containsExactly("object:6 0", "process:5 1", "object:5 1", "process:4 2", "object:4 2");
    assertThat(lineage.summary().beyondDepth()).isEqualTo(1);
    assertThat(lineage.nodes().get(4).more()).isEqualTo(1);
  }

  @Test
  void countsOneStepForForkAndNoneForExec() {
    history.process(1, "/bin/sh").process(2, "/bin/sh").link(FORK, 2, 1);
    history.process(3, "/bin/cat").link(EXEC, 3, 2).file(1, "/o").access(WRITE, 3, 1, 1);
    Lineage lineage = engine().collect(of(1).build());
    assertThat(lineage.nodes())
        .extracting(node -> node.target() + " " + node.depth())
        .containsExactly("object:1 0", "process:3 1", "process:2 1", "process:1 2");
  }

  @Test
  void reportsTheNodesBeyondTheLimit() {
    chain(5);
    Lineage lineage = engine().collect(of(6).maxNodes(4).build());
    assertThat(lineage.nodes()).hasSize(4);
    assertThat(lineage.summary().beyondCount()).isEqualTo(1);
    assertThat(lineage.summary().isCutOff()).isTrue();
  }

  @Test
  void streamsAncestorsInReverseLsnOrder() {
    chain(20);
    List<Long> bounds = new ArrayList<>();
    engine().run(of(21).build(), bounds(bounds, Integer.MAX_VALUE));
    assertThat(bounds).hasSize(41).isSortedAccordingTo((a, b) -> Long.compare(b, a));
  }

  @Test
  void streamsDescendantsInLsnOrder() {
    chain(20);
    List<Long> bounds = new ArrayList<>();
    engine().run(of(1).direction(Direction.DESCENDANTS).build(), bounds(bounds, Integer.MAX_VALUE));
    assertThat(bounds).hasSize(41).isSorted();
  }

  @Test
  void stopsWhenTheVisitorReturnsFalse() {
    chain(20);
    List<Long> bounds = new ArrayList<>();
    engine().run(of(21).build(), bounds(bounds, 3));
    assertThat(bounds).hasSize(3);
  }

  private static LineageVisitor bounds(List<Long> bounds, int enough) {
    return new LineageVisitor() {
      @Override
      public void node(int i, NodeType type, long id, int version, long bound, int depth) {
        bounds.add(bound);
      }

      @Override
      public void edge(
          int effect,
          int cause,
          EdgeKind kind,
          long first,
          long last,
          long count,
          long bytes,
          long firstNanos,
          long lastNanos) {
        assertThat(Math.max(effect, cause)).isLessThan(bounds.size());
      }

      @Override
      public boolean wantsMore() {
        return bounds.size() < enough;
      }
    };
  }

  @Test
  void returnsSameAnswersWhenScratchMemoryIsReused() {
    chain(8);
    LineageEngine engine = engine();
    Lineage before = engine.collect(of(9).build());
    engine.collect(of(3).direction(Direction.DESCENDANTS).maxDepth(1).build());
    engine.collect(of(5).maxNodes(2).hide("/c/4").build());
    assertThat(engine.collect(of(9).build()).nodes()).isEqualTo(before.nodes());
  }

  @Test
  void omitsAHiddenNodeAndItsAncestors() {
    chain(5);
    Lineage lineage = engine().collect(of(6).hide("/c/4").build());
    assertThat(lineage.nodes()).extracting(LineageNode::target).doesNotContain("object:4");
    assertThat(lineage.nodes()).hasSize(4);
    assertThat(lineage.summary().hidden()).isEqualTo(1);
  }

  @Test
  void omitsCodeAndCountsIt() {
    history.process(1, "/bin/cat").file(1, "/bin/cat").file(2, "/o");
    history.access(LOAD, 1, 1, 0).access(WRITE, 1, 2, 1);
    Lineage without = engine().collect(of(2).includeCode(false).build());
    assertThat(without.nodes()).extracting(LineageNode::target).doesNotContain("object:1");
    assertThat(without.summary().hiddenCode()).isEqualTo(1);
  }

  @Test
  void followsNamesUnlessOnlyDataCounts() {
    history.process(1, "/bin/mv").file(1, "/o").access(OperationKind.RENAME, 1, 1, 0);
    LineageEngine engine = engine();
    assertThat(engine.collect(of(1).build()).edges())
        .singleElement()
        .matches(edge -> edge.kind() == EdgeKind.NAME);
    assertThat(engine.collect(of(1).dataOnly(true).build()).isEmpty()).isTrue();
    assertThat(engine.collect(of(1).includeNames(false).build()).isEmpty()).isTrue();
  }

  @Test
  void findsVersionReadAfterReportedExit() {
    history.process(1, "/bin/cat").process(2, "/bin/sed").file(1, "/in").file(2, "/out");
    history.exit(1, 0).access(WRITE, 2, 1, 1).cut(2, 1, history.lastLsn());
    history.open(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    LineageEngine engine = engine();
    assertThat(engine.collect(of(2).build()).nodes())
        .extracting(LineageNode::key)
        .contains("object:1.v1");
    assertThat(engine.collect(of(1).direction(Direction.DESCENDANTS).build()).nodes())
        .extracting(LineageNode::key)
        .contains("object:2.v0");
  }

  @Test
  void followsChangesOfAttributesButNoOpens() {
    history.file(1, "/f").file(2, "/mode").process(1, "/bin/chmod").process(2, "/bin/look");
    history.access(READ, 1, 2, 1).open(METADATA, 1, 1, 0);
    long lsn = history.lastLsn();
    history.access(OPEN, 2, 1, 0).interval(AccessMode.TOUCH, 1, 1, lsn, lsn + 2, 2, 0);
    LineageEngine engine = engine();
    Lineage lineage = engine.collect(of(1).build());
    assertThat(lineage.edges())
        .extracting(edge -> edge.kind() + " " + lineage.cause(edge).target())
        .containsExactly("ATTRIBUTES process:1", "READ object:2");
    assertThat(engine.collect(of(2).direction(Direction.DESCENDANTS).build()).nodes()).hasSize(3);
    assertThat(engine.collect(of(1).dataOnly(true).build()).isEmpty()).isTrue();
    assertThat(engine.collect(of(1).includeNames(false).build()).isEmpty()).isTrue();
  }

  @Test
  void followsDerivations() {
    history.file(1, "/from").file(2, "/to").derivation(2, 1, 0);
    LineageEngine engine = engine();
    assertThat(engine.collect(of(2).build()).nodes()).hasSize(2);
    assertThat(engine.collect(of(1).direction(Direction.DESCENDANTS).build()).nodes()).hasSize(2);
  }

  @Test
  void reportsIncompleteOnlyWhenALossIsCrossed() {
    chain(3);
    history.process(9, "/bin/other").gap(9, GapCause.IO_URING, 1);
    assertThat(engine().collect(of(4).build()).summary().isIncomplete()).isFalse();
  }

  @Test
  void namesTheGapsOfProcessesInTheLineage() {
    history.process(1, "/bin/a").file(1, "/o").gap(1, GapCause.STARTED_BEFORE, 1);
    history.access(WRITE, 1, 1, 1);
    Lineage lineage = engine().collect(of(1).build());
    assertThat(lineage.summary().gaps())
        .extracting("cause")
        .containsExactly(GapCause.STARTED_BEFORE);
  }

  @Test
  void reportsIncompleteIfAWriteToTheRootMayBeLost() {
    history.file(1, "/in").gap(0, GapCause.EVENTS_LOST, 1);
    history.process(1, "/bin/a").file(2, "/out").access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    LineageEngine engine = engine();
    assertThat(engine.collect(of(1).build()).summary().isIncomplete()).isTrue();
    assertThat(engine.collect(of(2).build()).summary().isIncomplete()).isTrue();
  }

  @Test
  void omitsLossesBeforeTheBeginOfTheVersion() {
    history.file(1, "/o").process(1, "/bin/a").gap(0, GapCause.EVENTS_LOST, 1);
    history.cut(1, 1).gap(0, GapCause.UNDECODABLE, 1);
    assertThat(engine().collect(of(1).build()).summary().gaps())
        .extracting("cause")
        .containsExactly(GapCause.UNDECODABLE);
  }

  @Test
  void joinsTheLineagesOfSeveralRoots() {
    chain(3);
    Lineage lineage =
        engine().collect(LineageQuery.builder().root(Root.object(2)).root(Root.object(4)).build());
    assertThat(lineage.nodes()).hasSize(7);
  }

  @Test
  void explainsByTheShortestChainThatArrivesInTime() {
    history.file(1, "/in").file(2, "/mid").file(3, "/out");
    history.process(1, "/bin/long").process(2, "/bin/last");
    history.access(WRITE, 2, 3, 1).access(READ, 2, 1, 1);
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    history.access(READ, 2, 2, 1).access(WRITE, 2, 3, 1);
    LineageEngine engine = engine();
    Explanation why = engine.why(of(3).build(), List.of(Root.object(1)));
    assertThat(why.hops()).hasSize(2);
    assertThat(why.hops().get(0).cause().target()).isEqualTo("process:2");
    assertThat(why.hops().get(1).cause().target()).isEqualTo("object:1");
    LineageQuery early = of(3).asOfLsn(why.hops().get(1).edge().firstLsn()).build();
    assertThat(engine.why(early, List.of(Root.object(1))).isFound()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void explainsByDataRatherThanByLaterNames(boolean isNameFirst) {
    history.file(1, "/in").file(2, "/out").process(2, "/bin/b");
    OperationKind[] kinds = {WRITE, RENAME};
    history.access(kinds[isNameFirst ? 1 : 0], 2, 2, 1).access(READ, 2, 1, 1);
    history.access(kinds[isNameFirst ? 0 : 1], 2, 2, 1).access(RENAME, 2, 2, 1);
    LineageEngine engine = engine();
    LineageQuery query = of(2).includeNames(true).build();

    List<Explanation.Hop> hops = engine.why(query, List.of(Root.object(1))).hops();
    assertThat(hops.get(0).edge().kind()).isEqualTo(isNameFirst ? EdgeKind.WRITE : EdgeKind.NAME);
    assertThat(engine.why(query, List.of(Root.process(2))).hops())
        .singleElement()
        .matches(hop -> hop.edge().kind() == EdgeKind.WRITE);
  }

  @Test
  void ordersEdgesOfOnePairByTheirBegins() {
    history.file(1, "/in").file(2, "/out").process(1, "/bin/a");
    for (int i = 0; i < 9; i++) {
      history.open(READ, 1, 1, 1);
    }
    history.open(WRITE, 1, 2, 1);
    assertThat(engine().collect(of(2).build()).edges())
        .filteredOn(edge -> edge.kind() == EdgeKind.READ)
        .extracting(LineageEdge::firstLsn)
        .hasSize(9)
        .isSorted();
  }

  @Test
  void explainsByReadRatherThanByLaterLoad() {
    history.file(1, "/in").file(2, "/out").process(1, "/bin/a");
    history.access(READ, 1, 1, 1).access(LOAD, 1, 1, 1).access(WRITE, 1, 2, 1);
    LineageQuery query = of(2).includeCode(true).build();
    assertThat(engine().why(query, List.of(Root.object(1))).hops().get(1).edge().kind())
        .isEqualTo(EdgeKind.READ);
  }

  @Test
  void explainsBySeveralChainsWithTheShortestFirst() {
    history.file(1, "/in").file(2, "/mid").file(3, "/out");
    history.process(1, "/bin/a").process(2, "/bin/b").process(3, "/bin/c");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 3, 1);
    history.access(READ, 2, 1, 1).access(READ, 2, 1, 1).access(WRITE, 2, 3, 1);
    history.access(READ, 2, 1, 1).access(WRITE, 2, 2, 1);
    history.access(READ, 3, 2, 1).access(WRITE, 3, 2, 1).access(WRITE, 3, 3, 1);
    LineageEngine engine = engine();

    List<Explanation> all = engine.why(of(3).build(), List.of(Root.object(1)), 9);
    assertThat(all)
        .extracting(
            why ->
                why.hops().stream()
                    .map(hop -> hop.cause().target())
                    .collect(Collectors.joining(" ")))
        .containsExactlyInAnyOrder(
            "process:1 object:1", "process:2 object:1", "process:3 object:2 process:2 object:1");
    assertThat(all.get(2).hops()).hasSize(4);
    assertThat(engine.why(of(3).build(), List.of(Root.object(1)), 2)).hasSize(2);
    assertThat(engine.why(of(1).build(), List.of(Root.object(3)), 2))
        .singleElement()
        .matches(why -> !why.isFound());
  }

  @Test
  void comparesTwoLineages() {
    history.file(1, "/lib").file(2, "/old").file(3, "/new").file(4, "/o1").file(5, "/o2");
    history.process(1, "/bin/ld").process(2, "/bin/ld");
    history.access(READ, 1, 1, 1).access(READ, 1, 2, 1).access(WRITE, 1, 4, 1);
    history.cut(1, 1).access(READ, 2, 1, 1).access(READ, 2, 3, 1).access(WRITE, 2, 5, 1);
    LineageEngine engine = engine();
    LineageDiff diff = engine.diff(of(4).build(), of(5).build());
    assertThat(diff.onlyInFirst()).extracting(LineageNode::target).containsExactly("object:2");
    assertThat(diff.onlyInSecond()).extracting(LineageNode::target).containsExactly("object:3");
    assertThat(diff.changed()).singleElement().matches(pair -> pair.second().version() == 1);
    assertThat(diff.commands()).isEmpty();
    assertThat(engine.diff(of(4).build(), of(4).build()).isEmpty()).isTrue();
  }

  @Test
  void showsAllDetailsOfAProcessAndOfAnObject() {
    chain(2);
    history.link(FORK, 2, 1).cut(2, 3).extended(2, 3, "text/patch", Bytes.of("x"));
    LineageEngine engine = engine();
    Details process = engine.show(Root.process(2));
    assertThat(process.accesses()).hasSize(2);
    assertThat(process.links()).singleElement().matches(Details.Tie::isCause);
    assertThat(process.extended()).hasSize(1);
    Details object = engine.show(Root.object(3));
    assertThat(object.cuts()).hasSize(1);
    assertThat(object.node().version()).isEqualTo(1);
    assertThat(object.names())
        .singleElement()
        .matches(name -> name.fromNanos() > 0 && name.toNanos() == 0);
  }

  @Test
  void reportsNotFoundWhenTheIdIsUnknown() {
    LineageEngine engine = engine();
    assertThatThrownBy(() -> engine.show(Root.object(77)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("77");
  }

  @Test
  void showsTheLabelOfAnUnnamedObject() {
    history.process(1, "/bin/a").object(1, ObjectDeclaration.of(ObjectKind.PIPE, "pipe:[7]"));
    history.access(WRITE, 1, 1, 1);
    assertThat(engine().collect(of(1).build()).nodes().get(0).name())
        .isEqualTo(Bytes.of("pipe:[7]"));
  }

  @Test
  void reportsTheMoverOfAFileMovedInSeveralRecords() {
    history.file(1, "/w/p").process(1, "/bin/tr").access(WRITE, 1, 1, 1);
    history.process(2, "/bin/mv").unbind(2, "/w/p").bind(2, 1, "/w/q");
    history.access(OperationKind.RENAME, 2, 1, 0);
    var events = engine().history(Bytes.of("/w/q"), Lsn.LATEST).events();
    assertThat(events).extracting(event -> event.kind().name()).containsExactly("WRITTEN", "BOUND");
    assertThat(events.get(0).other()).isEqualTo(Bytes.of("/w/p"));
    assertThat(events.get(1).other()).isEqualTo(Bytes.of("/w/p"));
    assertThat(events.get(1).process().id()).isEqualTo(2);
  }

  private static List<Long> lsns(List<ExtendedRecord> changes) {
    return changes.stream().map(ExtendedRecord::lsn).toList();
  }

  /**
   * Records a process that writes a file before and after another process moves it. An inspector
   * reports late.
   */
  private void movedWhileWritten() {
    history.file(1, "/old.txt").process(1, "/bin/logger").process(2, "/bin/mv");
    history.at(20).access(WRITE, 1, 1, 5).at(25).extended(1, 1, "text/patch", Bytes.of("first"));
    history.at(30).access(WRITE, 1, 1, 5);
    history.at(50).rename(2, 1, Bytes.of("/old.txt"), Bytes.of("/new.txt"));
    history.at(55).extended(1, 1, "text/patch", Bytes.of("second, late"));
    history.at(60).access(WRITE, 1, 1, 5).at(65).extended(1, 1, "text/patch", Bytes.of("third"));
  }

  @Test
  void omitsChangesOfWritesAfterTheNameEnded() {
    movedWhileWritten();
    LineageEngine engine = engine();
    assertThat(lsns(engine.historyWithChanges(Bytes.of("/old.txt"), Lsn.LATEST).changes()))
        .containsExactly(25L, 55L);
    assertThat(lsns(engine.historyWithChanges(Bytes.of("/new.txt"), Lsn.LATEST).changes()))
        .as("includes changes before the rename")
        .containsExactly(25L, 55L, 65L);
    assertThat(lsns(engine.historyWithChanges(Bytes.of("/old.txt"), 30).changes()))
        .containsExactly(25L);
  }

  @Test
  void reportsRecordsWithoutWriteOnlyForTheNameBoundThen() {
    movedWhileWritten();
    history.at(70).extended(2, 1, "text/plain", Bytes.of("of the new name"));
    history.at(71).extended(0, 1, "text/plain", Bytes.of("of nobody"));
    LineageEngine engine = engine();
    assertThat(lsns(engine.historyWithChanges(Bytes.of("/old.txt"), Lsn.LATEST).changes()))
        .containsExactly(25L, 55L);
    assertThat(lsns(engine.historyWithChanges(Bytes.of("/new.txt"), Lsn.LATEST).changes()))
        .containsExactly(25L, 55L, 65L, 70L, 71L);
  }

  @Test
  void countsVersionsOfAFileThatIsOftenRewritten() {
    history.file(1, "/status").process(1, "/bin/daemon");
    for (int i = 0; i < 20_000; i++) {
      history.cut(1, 1).access(WRITE, 1, 1, 7);
    }
    var events = engine().history(Bytes.of("/status"), Lsn.LATEST).events();
    assertThat(events).filteredOn(event -> event.kind() == EventKind.CUT).hasSize(20_000);
    assertThat(events)
        .filteredOn(event -> event.kind() == EventKind.WRITTEN)
        .extracting(event -> event.version())
        .isEqualTo(IntStream.rangeClosed(1, 20_000).boxed().toList());
  }
}
