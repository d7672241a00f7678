// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.LinkKind.EXEC;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Draws trees of a shell whose fork executes a compiler with pipes of its own. */
final class FoldedTreeTest {
  private final RecordBatchBuilder history =
      new RecordBatchBuilder()
          .process(1, "/bin/sh")
          .process(2, "/bin/sh")
          .link(FORK, 2, 1)
          .process(3, "/bin/cc")
          .file(1, "/w/a.c")
          .file(2, "/w/a.o")
          .object(3, pipe())
          .object(4, pipe());

  private static ObjectDeclaration pipe() {
    return new ObjectDeclaration(ObjectKind.PIPE, Bytes.EMPTY, Bytes.of("pipe"));
  }

  private List<String> draw(LineageQuery query) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Exporters.get("tree")
        .write(
            new LineageEngine(SmallStore.of(history)).collect(query),
            ExportOptions.plain().folding(true),
            out);
    return out.toString(StandardCharsets.UTF_8).replaceAll("  \\[.*?]", "").lines().toList();
  }

  @Test
  void foldsProcessesThatOnlyStartAnotherAndPipesThatLeadNowhere() throws IOException {
    history.link(EXEC, 3, 2).access(READ, 3, 3, 0).access(WRITE, 3, 4, 1).access(READ, 3, 4, 1);
    history.access(READ, 3, 1, 1).access(WRITE, 3, 2, 1);
    assertThat(draw(LineageQuery.builder().root(Root.object(2)).build()))
        .containsExactly(
            "/w/a.o",
            "└─ written by /bin/cc",
            "   ├─ read /w/a.c",
            "   └─ started by /bin/sh",
            "1 process and 2 empty pipes folded; --all shows them");
  }

  @Test
  void foldsFilesThatOnlyTheirWriterReadsBack() throws IOException {
    history.file(5, "/w/shared").process(4, "/bin/gen").access(WRITE, 4, 5, 1);
    history.access(WRITE, 3, 5, 1).access(READ, 3, 5, 1).access(READ, 3, 1, 1);
    history.access(WRITE, 3, 2, 1).access(READ, 3, 2, 1).access(WRITE, 3, 2, 1);
    assertThat(draw(LineageQuery.builder().root(Root.object(2)).build()))
        .containsExactly(
            "/w/a.o",
            "└─ written by /bin/cc",
            "   ├─ read /w/a.c",
            "   └─ read /w/shared",
            "      ├─ written by /bin/gen",
            "      └─ written by /bin/cc see above",
            "1 file that only the writer read back folded; --all shows them");
  }

  @Test
  void showsOutputThatItsWriterReadBack() throws IOException {
    history.access(READ, 3, 1, 1).access(WRITE, 3, 2, 1).access(READ, 3, 2, 1);
    assertThat(
            draw(
                LineageQuery.builder()
                    .root(Root.object(1))
                    .direction(Direction.DESCENDANTS)
                    .build()))
        .contains("   └─ wrote /w/a.o");
  }

  @Test
  void showsFilesWithoutAncestorsFirst() throws IOException {
    history.link(EXEC, 3, 2).file(5, "/w/a.h").process(4, "/bin/gen").access(WRITE, 4, 5, 1);
    history.access(READ, 3, 1, 1).access(READ, 3, 5, 1).access(WRITE, 3, 2, 1);
    assertThat(draw(LineageQuery.builder().root(Root.object(2)).build()))
        .containsSubsequence("   ├─ read /w/a.c", "   ├─ read /w/a.h");
  }

  @Test
  void doesNotFoldProcessThatReadAFile() throws IOException {
    history.access(READ, 2, 1, 1).link(EXEC, 3, 2).access(WRITE, 3, 2, 1);
    assertThat(draw(LineageQuery.builder().root(Root.object(2)).build()))
        .contains("   └─ executed by /bin/sh", "      ├─ read /w/a.c");
  }

  @Test
  void foldsChainsTowardsDescendants() throws IOException {
    history.link(EXEC, 3, 2).access(WRITE, 3, 2, 1);
    assertThat(
            draw(
                LineageQuery.builder()
                    .root(Root.process(1))
                    .direction(Direction.DESCENDANTS)
                    .build()))
        .startsWith("/bin/sh", "└─ started /bin/cc", "   └─ wrote /w/a.o");
  }
}
