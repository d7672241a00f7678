package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.query.SmallStore;
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
  void keepsProgramWhenOnlyObjectsAreHidden() {
    Lineage lineage = engine.collect(query().hideObjects("/usr").build());

    assertThat(names(lineage)).containsExactlyInAnyOrder("/src/a.o", "/usr/bin/cc", "/src/a.c");
    assertThat(lineage.summary().hidden()).isEqualTo(1);
  }

  @Test
  void hidesTheProgramAndItsAncestorsWhenBothAreHidden() {
    assertThat(names(engine.collect(query().hide("/usr").build()))).containsExactly("/src/a.o");
  }

  @Test
  void keepsHiddenGlobsInDerivedQueries() {
    LineageQuery again = query().hideObjects("/usr").build().toBuilder().maxDepth(9).build();

    assertThat(names(engine.collect(again))).doesNotContain("/usr/include/stdio.h");
  }

  private static LineageQuery.Builder query() {
    return LineageQuery.builder().root(Root.object(3));
  }

  private static List<String> names(Lineage lineage) {
    return lineage.nodes().stream().map(LineageNode::name).map(Object::toString).toList();
  }
}
