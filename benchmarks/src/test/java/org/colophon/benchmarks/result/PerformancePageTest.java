// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformancePageTest {
  @TempDir Path directory;

  @Test
  void replacesOnlyItsSectionWhenUpdatedTwice() throws IOException {
    Path page = directory.resolve("page.md");
    Files.writeString(
        page,
        "a\n<!-- results:x -->\n<!-- end:x -->\nb\n<!-- results:y -->\nold\n<!-- end:y -->\n");
    new PerformancePage(page).update(List.of(result(1.5)));
    new PerformancePage(page).update(List.of(result(1234567)));
    assertThat(Files.readString(page))
        .contains("| tree | 1,234,567 |")
        .doesNotContain("1.50")
        .startsWith("a\n")
        .contains("\nb\n<!-- results:y -->\nold\n<!-- end:y -->\n");
    assertThat(Files.readString(page).lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void readsItsOwnResultFile() {
    result(2.25).write(directory);
    assertThat(ResultFile.readAll(directory)).containsExactly(result(2.25));
  }

  @Test
  void readsIntervalsFromResultFile() {
    List<Figures> runs =
        Stream.of(10, 11, 12).map(rate -> Figures.of("system", "a").and("rate", rate)).toList();
    List<Map<String, Object>> rows = List.copyOf(Medians.rows(runs, "system"));
    new ResultFile("x", "today", Map.of(), Map.of(), rows, List.copyOf(runs)).write(directory);
    assertThat(PerformancePage.section(ResultFile.readAll(directory).get(0)))
        .contains("| a | 11 ± 2.48 (10 to 12) | 3 |");
  }

  @Test
  void refusesToStoreResultOfChangedSources() {
    ResultFile changed =
        new ResultFile(
            "x", "today", Map.of("uncommittedChanges", true), Map.of(), List.of(), List.of());
    assertThatThrownBy(() -> changed.writeRepeatable(directory))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void computesTheMedianOfEachSystemWhenRunsAlternate() {
    List<Figures> runs =
        List.of(
            Figures.of("system", "a").and("rate", 1),
            Figures.of("system", "b").and("rate", 10),
            Figures.of("system", "a").and("rate", 7),
            Figures.of("system", "b").and("rate", 20),
            Figures.of("system", "a").and("rate", 2));
    assertThat(Medians.rows(runs, "system"))
        .extracting(row -> row.get("rate"))
        .containsExactly(2.0, 15.0);
  }

  @Test
  void showsTheRangeOfAMedianOnlyWhenItsRunsDiffer() {
    List<Figures> runs =
        List.of(
            Figures.of("system", "a").and("rate", 10.0).and("size", 100.0).and("lost", 0),
            Figures.of("system", "a").and("rate", 12.0).and("size", 101.0).and("lost", 0),
            Figures.of("system", "a").and("rate", 11.0).and("size", 102.0).and("lost", 0),
            Figures.of("system", "b").and("rate", 99.0).and("size", 900.0).and("lost", 0));
    String table = MarkdownTable.of(Medians.rows(runs, "system"), runs);
    assertThat(table).contains("11 ± 2.48 (10 to 12)").contains(" 101 ± 2.48 |").contains(" 99 |");
    assertThat(table).doesNotContain("lost");
  }

  private static ResultFile result(double value) {
    return new ResultFile(
        "x", "today", Map.of("cpu", "word ".repeat(60)), Map.of(), List.of(row(value)), List.of());
  }

  private static Map<String, Object> row(double value) {
    Map<String, Object> row = new java.util.LinkedHashMap<>();
    row.put("system", "tree");
    row.put("value", value);
    return row;
  }
}
