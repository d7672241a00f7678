package org.colophon.reporters.common.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeBuildTest {
  private static final int BUILDS = 4;

  @TempDir private Path cache;

  private Path build(String versions) {
    return new NativeBuild("native-test", NativeBuildTest.class, List.of("build.sh"), cache)
        .build(versions, () -> {});
  }

  @Test
  void sharesResultOfConcurrentBuilds() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(BUILDS);
    List<Future<Path>> results = new ArrayList<>();
    for (int i = 0; i < BUILDS; i++) {
      results.add(threads.submit(() -> build("1")));
    }

    for (Future<Path> result : results) {
      assertThat(result.get().resolve("result")).hasContent("built");
    }
    threads.shutdown();
    assertThat(cache).isDirectoryNotContaining(each -> each.toString().contains(".part"));
  }

  @Test
  void buildsAgainForOtherVersions() {
    assertThat(build("1")).isNotEqualTo(build("2")).isEqualTo(build("1"));
  }
}
