// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Draws the lineage of a file that a program wrote after it had called a function repeatedly. */
final class AlikeCallsTest {
  private static final int OUT = 1;
  private static final int MAIN = 2;

  private final RecordBatchBuilder history =
      new RecordBatchBuilder().process(1, "/bin/prog").file(OUT, "/w/out");

  private int last = MAIN;

  AlikeCallsTest() {
    call(MAIN, 1, "main");
  }

  private void call(int id, int caller, String... words) {
    List<Bytes> arguments = Stream.of(words).map(Bytes::of).toList();
    history
        .process(
            id, new ProcessDeclaration(Bytes.EMPTY, 7, arguments.get(0), arguments, Bytes.EMPTY, 0))
        .link(FORK, id, caller);
  }

  private int value(String label) {
    int id = ++last;
    history.object(id, new ObjectDeclaration(ObjectKind.MEMORY, Bytes.EMPTY, Bytes.of(label)));
    return id;
  }

  /** Adds a call with an argument. The caller reads its result. Returns the call. */
  private int half(int caller, int x) {
    int id = ++last;
    call(id, caller, "half", "x=" + x);
    history.access(READ, id, value("x=" + x), 8);
    result(id, caller, "half() = " + x / 2);
    return id;
  }

  private void result(int call, int caller, String label) {
    int result = value(label);
    history.access(WRITE, call, result, 8).access(READ, caller, result, 8);
  }

  private List<String> draw(String format, boolean isFolded) {
    history.access(WRITE, MAIN, OUT, 8);
    var lineage =
        new LineageEngine(SmallStore.of(history))
            .collect(LineageQuery.builder().root(Root.object(OUT)).build());
    ExportOptions options = ExportOptions.plain().folding(isFolded);
    return HostileHistory.write(Exporters.get(format), lineage, options)
        .replaceAll("  \\[.*?]", "")
        .lines()
        .toList();
  }

  @Test
  void joinsCallsOfOneCallerWithTheirValues() {
    for (int i = 0; i < 1000; i++) {
      half(MAIN, i);
    }
    assertThat(draw("tree", true))
        .containsExactly(
            "/w/out",
            "└─ written by main",
            "   ├─ read half() (1,000 values)",
            "   │  └─ written by half (1,000 calls)",
            "   │     ├─ read x (1,000 values)",
            "   │     └─ forked by main see above",
            "   └─ forked by /bin/prog",
            "999 calls folded; --all shows them");
  }

  @Test
  void sumsOperationsOfJoinedEdgesInTable() {
    for (int i = 0; i < 5; i++) {
      half(MAIN, i);
    }
    List<String> lines = draw("table", true);

    assertThat(lines).hasSize(1 + 6);
    assertThat(lines)
        .filteredOn(line -> line.contains("half (5 calls)\tread"))
        .singleElement()
        .asString()
        .contains("\tx (5 values)\t", "\t5\t40\t");
  }

  @Test
  void keepsCallThatReadsAnotherFile() {
    history.file(++last, "/w/in");
    int in = last;
    for (int i = 0; i < 3; i++) {
      half(MAIN, i);
    }
    int other = ++last;
    call(other, MAIN, "half", "x=3");
    history.access(READ, other, in, 8);
    result(other, MAIN, "half() = 1");

    assertThat(draw("tree", true))
        .anyMatch(line -> line.endsWith("written by half x=3"))
        .anyMatch(line -> line.endsWith("read /w/in"))
        .anyMatch(line -> line.endsWith("written by half (3 calls)"));
  }

  @Test
  void joinsCallsOfJoinedCallers() {
    for (int i = 0; i < 3; i++) {
      int quarter = ++last;
      call(quarter, MAIN, "quarter", "x=" + i);
      half(quarter, i);
      result(quarter, MAIN, "quarter() = " + i);
    }
    assertThat(draw("tree", true))
        .anyMatch(line -> line.endsWith("written by quarter (3 calls)"))
        .anyMatch(line -> line.endsWith("written by half (3 calls)"))
        .contains("4 calls folded; --all shows them");
  }

  @Test
  void keepsEachCallWithoutFolding() {
    threeCalls();
    assertThat(draw("tree", false)).filteredOn(line -> line.contains("by half x=")).hasSize(3);
  }

  @Test
  void keepsEachCallInJson() {
    threeCalls();
    assertThat(draw("json", true))
        .filteredOn(line -> line.contains("\"name\" : \"half() = "))
        .hasSize(3);
  }

  private void threeCalls() {
    for (int i = 0; i < 3; i++) {
      half(MAIN, i);
    }
  }

  @Test
  void keepsTwoCalls() {
    half(MAIN, 1);
    half(MAIN, 2);
    assertThat(draw("tree", true)).noneMatch(line -> line.contains("calls"));
  }
}
