// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.LOAD;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the procedures with the engine over the reference: many small random histories in one
 * store, each with ids of its own, and a ladder with an exponential number of paths. The system
 * property {@code colophon.seed} repeats the same histories.
 */
class SameLineageTest {
  private static final int WORLDS = 40;
  private static final int WORLD = 10;
  private static final int LAYERS = 30;
  private static final long LADDER = 10_000;
  private static final long FAST_NANOS = 100_000_000;

  private static TwoStores stores;
  private static LineageEngine reference;
  private static final long SEED = Long.getLong("colophon.seed", new Random().nextLong());

  @BeforeAll
  static void open(@TempDir Path directory) {
    System.out.println("seed " + SEED);
    stores = new TwoStores(directory.resolve("graph"), Map.of());
    stores.append(SameLineageTest::history);
    reference = new LineageEngine(stores.reference());
  }

  @AfterAll
  static void close() {
    stores.close();
  }

  private static RecordBatch history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    Random random = new Random(SEED);
    for (int world = 0; world < WORLDS; world++) {
      world(history, random, 1 + (long) world * WORLD);
    }
    ladder(history);
    return history.build();
  }

  private static void world(RecordBatchBuilder history, Random random, long first) {
    for (int i = 0; i < WORLD; i++) {
      history.process(first + i, "/bin/p" + i).file(first + i, "/world/" + first + "/" + i);
    }
    for (int i = 0; i < 60; i++) {
      long process = first + random.nextInt(WORLD);
      long object = first + random.nextInt(WORLD);
      switch (random.nextInt(12)) {
        case 0 -> history.cut(process, object, Math.max(1, history.lastLsn() - random.nextInt(4)));
        case 1 ->
            history.link(
                LinkKind.values()[random.nextInt(LinkKind.values().length)],
                process,
                first + random.nextInt(WORLD));
        case 2 -> history.derivation(object, first + random.nextInt(WORLD), process);
        case 3 -> history.access(LOAD, process, object, 0);
        case 4, 5, 6, 7 -> history.access(READ, process, object, 1);
        default -> history.access(WRITE, process, object, 1);
      }
    }
  }

  /**
   * Returns a ladder. In each layer two processes read both files and write both files of the next
   * layer.
   */
  private static void ladder(RecordBatchBuilder history) {
    for (int layer = 0; layer <= LAYERS; layer++) {
      for (int side = 0; side < 2; side++) {
        history.file(LADDER + 2L * layer + side, "/ladder/" + layer + "." + side);
        history.process(LADDER + 2L * layer + side, "/bin/rung");
      }
    }
    for (int layer = 0; layer < LAYERS; layer++) {
      for (int each = 0; each < 4; each++) {
        history.access(READ, LADDER + 2L * layer + each / 2, LADDER + 2L * layer + each % 2, 1);
      }
      for (int each = 0; each < 4; each++) {
        history.access(
            WRITE, LADDER + 2L * layer + each / 2, LADDER + 2L * (layer + 1) + each % 2, 1);
      }
    }
  }

  private static List<Object> answer(
      Direction direction, boolean isObject, long id, Map<String, Object> options) {
    String procedure = direction == Direction.ANCESTORS ? "ancestors" : "descendants";
    return stores.column(
        "MATCH (n:%s {id: $id}) CALL colophon.%s(n, $options) YIELD node, relationship, depth, lsn"
                .formatted(isObject ? "Object" : "Process", procedure)
            + " RETURN CASE WHEN node:Process THEN 'process:' ELSE 'object:' END + node.id"
            + " + ' ' + lsn + ' ' + depth",
        "id",
        id,
        "options",
        options);
  }

  private static List<String> expected(LineageQuery query) {
    Lineage lineage = reference.collect(query);
    List<String> nodes = new ArrayList<>();
    lineage
        .nodes()
        .forEach(node -> nodes.add(node.target() + " " + node.boundLsn() + " " + node.depth()));
    return nodes;
  }

  @Test
  void answersLikeTheEngineOnRandomHistories() {
    Random random = new Random(SEED + 1);
    int found = 0;
    for (int i = 0; i < 400; i++) {
      Direction direction = random.nextBoolean() ? Direction.ANCESTORS : Direction.DESCENDANTS;
      boolean isObject = random.nextInt(3) > 0;
      long id = 1 + random.nextInt(WORLDS * WORLD);
      long asOf = 1 + random.nextInt(5000);
      boolean dataOnly = random.nextBoolean();
      boolean code = random.nextBoolean();
      Map<String, Object> options = new HashMap<>();
      options.put("asOf", asOf);
      options.put("dataOnly", dataOnly);
      options.put("code", code);
      LineageQuery query =
          LineageQuery.builder()
              .direction(direction)
              .root(isObject ? Root.object(id, asOf) : Root.process(id, asOf))
              .asOfLsn(asOf)
              .dataOnly(dataOnly)
              .includeCode(code)
              .build();
      List<String> expected = expected(query);
      found += expected.size();
      assertThat(answer(direction, isObject, id, options))
          .as("seed %d: %s of %d as of %d", SEED, direction, id, asOf)
          .containsExactlyInAnyOrderElementsOf(new ArrayList<Object>(expected));
    }
    assertThat(found).isGreaterThan(1500);
  }

  @Test
  void hasARelationshipForEveryNodeButTheTarget() {
    assertThat(
            stores.column(
                "MATCH (n:Object) WHERE n.id < 100 CALL colophon.ancestors(n)"
                    + " YIELD node, relationship, lsn, depth"
                    + " WITH n, count(*) AS nodes, count(relationship) AS edges"
                    + " RETURN nodes - edges"))
        .hasSize(99)
        .containsOnly(1L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ancestors", "descendants"})
  void answersFastWhenThereAreABillionPaths(String procedure) {
    long id = procedure.equals("ancestors") ? LADDER + 2 * LAYERS : LADDER;
    String statement =
        "MATCH (o:Object {id: $id}) CALL colophon."
            + procedure
            + "(o) YIELD node RETURN count(node)";
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 10 && best >= FAST_NANOS; i++) {
      long start = System.nanoTime();
      assertThat(stores.value(statement, "id", id)).isEqualTo(4L * LAYERS + 1);
      best = Math.min(best, System.nanoTime() - start);
    }
    assertThat(best).as("nanoseconds").isLessThan(FAST_NANOS);
  }

  @Test
  void findsAChainFastWhenThereAreABillionPaths() {
    assertThat(
            stores.value(
                "MATCH (effect:Object {id: $effect}), (cause:Object {id: $cause})"
                    + " CALL colophon.why(effect, cause) YIELD length RETURN length",
                "effect",
                LADDER + 2 * LAYERS,
                "cause",
                LADDER))
        .isEqualTo(2L * LAYERS);
  }
}
