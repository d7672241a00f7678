package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What came from what, seen through a mount only. */
class LineageIT {
  @TempDir Path folder;

  @Test
  void shouldSolveTheVersionPuzzleWhenFilesAreCutRenamedAndRemoved() throws Exception {
    try (Mounted mounted = new Mounted(folder)) {
      mounted.run(
          "echo a > a; echo b > b; cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f 2>&- || true;"
              + "echo c > c; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f; cat b>f;"
              + "cat f>v; sort a | tr a-z A-Z > p");

      assertThat(mounted.ancestors("x")).contains("a").doesNotContain("b", "c");
      assertThat(mounted.ancestors("y")).contains("b").doesNotContain("a", "c");
      assertThat(mounted.ancestors("z")).contains("b", "c").doesNotContain("a");
      assertThat(mounted.ancestors("w")).contains("a").doesNotContain("b", "c");
      assertThat(mounted.ancestors("v")).contains("b").doesNotContain("a", "c");
    }
  }
}
