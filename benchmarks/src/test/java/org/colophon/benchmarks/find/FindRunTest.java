package org.colophon.benchmarks.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindRunTest {
  @TempDir private Path directory;

  @Test
  void findsTheSameFilesAfterSomeWereRemoved() {
    List<Map<String, Object>> whole = new FindRun(directory, 200, 0).measure(1, text -> {});
    List<Map<String, Object>> removed = new FindRun(directory, 200, 20).measure(1, text -> {});

    assertThat(whole.get(0)).containsEntry("found", 200L);
    assertThat(foundByName(removed)).isEqualTo(foundByName(whole));
    assertThat(directory).isEmptyDirectory();
  }

  /** Returns the results of all searches but the last, whose LSNs depend on the removals. */
  private static List<Object> foundByName(List<Map<String, Object>> runs) {
    return runs.subList(0, runs.size() - 1).stream().map(run -> run.get("found")).toList();
  }
}
