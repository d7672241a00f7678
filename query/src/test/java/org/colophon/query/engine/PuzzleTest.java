// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.PuzzleHistory;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.report.History;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the exact answers about {@link PuzzleHistory}. */
final class PuzzleTest {
  private static final Bytes DIRECTORY = Bytes.of("/w");

  private final LineageReader reader = SmallStore.of(PuzzleHistory.records());
  private final LineageEngine engine = new LineageEngine(reader);
  private final Targets targets = new Targets(reader, Instant.now(), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({"x,a", "y,b", "z,b c", "w,a", "v,b", "p,a", "f,b"})
  void findsExactlyTheInputs(String output, String inputs) {
    assertThat(inputsOf(output)).isEqualTo(new TreeSet<>(Set.of(inputs.split(" "))));
  }

  @ParameterizedTest
  @CsvSource({"a,p tmp w x", "b,v y z", "c,z"})
  void findsExactlyTheOutputsOfAnInput(String input, String outputs) {
    LineageQuery query =
        dataOf(targets.parse(input, DIRECTORY)).direction(Direction.DESCENDANTS).build();
    Set<String> found = new TreeSet<>();
    for (LineageNode node : engine.collect(query).nodes()) {
      String name = node.name().toString();
      if (!node.isProcess() && node.depth() > 0 && name.length() == 4) {
        found.add(name.substring(3));
      }
    }
    found.remove("f");
    Set<String> expected = new TreeSet<>(Set.of(outputs.split(" ")));
    expected.remove("tmp");
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void reachesTheShellIfControlEdgesAreFollowed() {
    LineageQuery query =
        LineageQuery.builder().roots(targets.parse("p", DIRECTORY).roots()).build();
    assertThat(engine.collect(query).nodes())
        .anyMatch(node -> node.isProcess() && node.id() == PuzzleHistory.SHELL);
  }

  @Test
  void reportsTheHistoryOfAPathAcrossObjectsAndVersions() {
    History history = engine.history(Bytes.of("/w/f"), Lsn.LATEST);
    assertThat(history.bindings()).hasSize(3);
    assertThat(history.events())
        .extracting(event -> event.kind().name())
        .containsExactly(
            "BOUND", "WRITTEN", "CUT", "WRITTEN", "WRITTEN", "WRITTEN", "UNBOUND", "BOUND",
            "UNBOUND", "BOUND", "WRITTEN");
    assertThat(history.events().get(7).other()).isEqualTo(Bytes.of("/w/tmp"));
    assertThat(history.events().get(5).other()).isEqualTo(Bytes.of("/w/tmp"));
    assertThat(history.events().get(4).process().declaration().arguments()).contains(Bytes.of("c"));
  }

  private Set<String> inputsOf(String output) {
    Set<String> inputs = new TreeSet<>();
    Target target = targets.parse(output, DIRECTORY);
    for (LineageNode node : engine.collect(dataOf(target).build()).nodes()) {
      String name = node.name().toString();
      if (!node.isProcess() && name.matches("/w/[abc]")) {
        inputs.add(name.substring(3));
      }
    }
    return inputs;
  }

  private static LineageQuery.Builder dataOf(Target target) {
    return LineageQuery.builder().roots(target.roots()).dataOnly(true);
  }
}
