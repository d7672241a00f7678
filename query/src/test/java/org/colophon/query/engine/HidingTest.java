// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/**
 * A compiler in /usr/bin reads a header in /usr/include and a source, and writes an object file.
 */
class HidingTest {
  private final LineageEngine engine =
      new LineageEngine(
          SmallStore.of(
              new RecordBatchBuilder()
                  .process(1, "/usr/bin/cc")
                  .file(1, "/src/a.c")
                  .file(2, "/usr/include/stdio.h")
                  .file(3, "/src/a.o")
                  .access(OperationKind.READ, 1, 1, 10)
                  .access(OperationKind.READ, 1, 2, 10)
                  .access(OperationKind.WRITE, 1, 3, 10)));

  @Test
  void showsProgramThatConnectsShownFiles() {
    Lineage lineage = engine.collect(query().hide("/usr").build());

    assertThat(names(lineage)).containsExactlyInAnyOrder("/src/a.o", "/usr/bin/cc", "/src/a.c");
    assertThat(lineage.summary().hidden()).isEqualTo(1);
  }

  @Test
  void hidesProgramThatConnectsNoShownFiles() {
    Lineage lineage = engine.collect(query().hide("/usr").hide("*.c").build());

    assertThat(names(lineage)).containsExactly("/src/a.o");
    assertThat(lineage.summary().hidden()).isEqualTo(3);
  }

  @Test
  void showsProgramsWhenToolsAreFolded() {
    assertThat(names(engine.collect(query().folded(true).build())))
        .containsExactlyInAnyOrder("/src/a.o", "/usr/bin/cc", "/src/a.c");
  }

  @Test
  void connectsProgramsAcrossFilesOutsideOfTheDirectory() {
    Lineage lineage = throughScratch().collect(query().mine(Bytes.of("/src")).build());

    assertThat(names(lineage))
        .containsExactlyInAnyOrder("/src/a.o", "/usr/bin/as", "/usr/bin/cc", "/src/a.c");
    assertThat(lineage.edges()).extracting("kind").contains(EdgeKind.INFORM);
    assertThat(lineage.summary().passed()).isEqualTo(1);
  }

  private static LineageEngine throughScratch() {
    return new LineageEngine(
        SmallStore.of(
            new RecordBatchBuilder()
                .process(1, "/usr/bin/cc")
                .process(2, "/usr/bin/as")
                .file(1, "/src/a.c")
                .file(2, "/tmp/a.s")
                .file(3, "/src/a.o")
                .access(OperationKind.READ, 1, 1, 10)
                .access(OperationKind.WRITE, 1, 2, 10)
                .access(OperationKind.READ, 2, 2, 10)
                .access(OperationKind.WRITE, 2, 3, 10)));
  }

  private static LineageQuery.Builder query() {
    return LineageQuery.builder().root(Root.object(3));
  }

  private static List<String> names(Lineage lineage) {
    return lineage.nodes().stream().map(LineageNode::name).map(Object::toString).toList();
  }
}
