// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.ASSOCIATE;
import static org.colophon.core.model.OperationKind.READ;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers as of an LSN contain nothing later. */
final class AsOfTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private LineageEngine engine() {
    return new LineageEngine(SmallStore.of(history));
  }

  @Test
  void reportsTheAgentsOfAProcessAsOf() {
    history.process(1, "/bin/a").process(2, "/bin/b");
    history.object(1, agent("first")).object(2, agent("second"));
    history.access(ASSOCIATE, 1, 1, 0);
    long then = history.lastLsn();
    history.access(ASSOCIATE, 1, 2, 0);
    LineageEngine engine = engine();
    assertThat(engine.show(Root.process(1, then)).node().agents())
        .extracting("id")
        .containsExactly(1L);
    assertThat(engine.show(Root.process(1)).node().agents()).hasSize(2);
  }

  private static ObjectDeclaration agent(String name) {
    return new ObjectDeclaration(ObjectKind.AGENT, Bytes.of(name), Bytes.of(name));
  }

  /** Uses a gap of a process in the lineage, and a gap that may concern any process. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void omitsLossesAfterAsOfFromDescendants(long process) {
    history.file(1, "/in").process(1, "/bin/a").access(READ, 1, 1, 1);
    long then = history.lastLsn();
    history.gap(process, GapCause.IO_URING, 1);
    LineageEngine engine = engine();
    LineageQuery.Builder query =
        LineageQuery.builder().root(Root.object(1)).direction(Direction.DESCENDANTS);
    Lineage now = engine.collect(query.build());
    assertThat(now.summary().gaps()).hasSize(1);
    assertThat(engine.collect(query.asOfLsn(then).build()).summary().gaps()).isEmpty();
  }

  @Test
  void includesLossesThatASourceReportsAfterwards() {
    history.file(1, "/in").process(1, "/bin/a").access(READ, 1, 1, 1);
    long then = history.lastLsn();
    history.gap(1, GapCause.EVENTS_LOST, 1);
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.object(1))
            .direction(Direction.DESCENDANTS)
            .asOfLsn(then)
            .build();
    assertThat(engine().collect(query).summary().gaps()).hasSize(1);
  }

  @Test
  void showsNoLossThatBecameKnownAfterAsOf() {
    history.process(1, "/bin/a").gap(1, GapCause.IO_URING, 1);
    long then = history.lastLsn();
    history.gap(1, GapCause.UNKNOWN_CALL, 1);
    LineageEngine engine = engine();
    assertThat(engine.show(Root.process(1, then)).gaps())
        .extracting("cause")
        .containsExactly(GapCause.IO_URING);
    assertThat(engine.show(Root.process(1)).gaps()).hasSize(2);
  }
}
