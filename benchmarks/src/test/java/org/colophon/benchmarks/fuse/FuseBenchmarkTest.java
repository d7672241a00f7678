package org.colophon.benchmarks.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FuseBenchmarkTest {
  @TempDir Path directory;

  @Test
  void measuresEveryWorkloadOnEverySystemAndFindsItsRecords() throws IOException {
    List<String> systems = List.of("native", "mirror", "async");
    List<Map<String, Object>> runs = run(systems);
    List<Map<String, Object>> rows = FuseBenchmark.rows(runs);
    assertThat(rows).hasSize(6 * systems.size());
    assertThat(rows)
        .allSatisfy(row -> assertThat((double) row.get("wall s")).isPositive())
        .filteredOn(row -> row.get("system").equals("mirror"))
        .allSatisfy(row -> assertThat((double) row.get("wall / mirror")).isEqualTo(1));
  }

  @Test
  void comparesWithinEachRoundWhenRoundsDiffer() {
    List<Map<String, Object>> rows =
        FuseBenchmark.rows(
            List.of(
                Map.of("workload", "w", "system", "a", "wall / mirror", 2.0),
                Map.of("workload", "w", "system", "a", "wall / mirror", 4.0),
                Map.of("workload", "w", "system", "b", "wall / mirror", 1.0),
                Map.of("workload", "v", "system", "a", "wall / mirror", 7.0)));
    assertThat(rows).extracting(row -> row.get("wall / mirror")).containsExactly(3.0, 1.0, 7.0);
  }

  @Test
  void listsTheSystemsWhenAGivenOneIsUnknown() {
    assertThatThrownBy(() -> run(List.of("ntfs")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("no system 'ntfs'")
        .hasMessageContaining("bindfs");
  }

  @Test
  void rejectsAWrongResultOfAWorkload() {
    ShellWorkload workload =
        new ShellWorkload(
            "w", directory, "true", "true", "echo a >\"$DIR/f\"", "cat \"$DIR/f\"", "b");
    assertThatThrownBy(() -> workload.run(directory, 0))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("came out as 'a', not 'b'");
  }

  @Test
  void removesAllFilesAfterPostmark() throws IOException {
    Path mails = Files.createDirectory(directory.resolve("mails"));
    Cost cost = new Postmark(30, 3, 25).run(mails, 0);
    assertThat(cost.wallSeconds()).isPositive();
    assertThat(mails).isEmptyDirectory();
  }

  private List<Map<String, Object>> run(List<String> systems) throws IOException {
    Path lower = Files.createDirectory(directory.resolve("lower")).toRealPath();
    FuseBenchmark tiny =
        CommandLine.populateCommand(
            new FuseBenchmark(),
            "--files=4",
            "--threads=2",
            "--headers=20",
            "--sources=2",
            "--warm-up-rounds=1",
            "--rounds=1",
            "--systems=" + String.join(",", systems));
    return tiny.measure(lower, directory.resolve("stores"));
  }
}
