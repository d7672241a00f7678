package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A file that is rewritten, appended to, replaced and removed: which version did each copy read?
 */
class VersionPuzzleIT {
  private static final String SCRIPT =
      "cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f; "
          + "cat b>f; cat f>v; sort a | tr a-z A-Z > p";

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldComeOutExactly(boolean keepAll) throws Exception {
    Path work = Files.createDirectory(temp.resolve("work")).toRealPath();
    for (String name : Set.of("a", "b", "c")) {
      Files.writeString(work.resolve(name), name + "\n");
    }
    try (TracedRun run = new TracedRun(temp.resolve("store"))) {
      run.shell(work, SCRIPT, keepAll);
      assertThat(sources(run, work, "x")).containsExactly("a");
      assertThat(sources(run, work, "y")).containsExactly("b");
      assertThat(sources(run, work, "z")).containsExactly("b", "c");
      assertThat(sources(run, work, "w")).containsExactly("a");
      assertThat(sources(run, work, "v")).containsExactly("b");
      assertThat(sources(run, work, "p")).containsExactly("a");
    }
  }

  private static Set<String> sources(TracedRun run, Path work, String file) {
    Set<String> sources = new TreeSet<>();
    for (String path : run.dataAncestors(work.resolve(file), name -> name.startsWith(work + "/"))) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      if (Set.of("a", "b", "c").contains(name)) {
        sources.add(name);
      }
    }
    return sources;
  }
}
