// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeBuildTest {
  private static final int BUILDS = 4;

  @TempDir private Path cache;

  private Path build(String versions) {
    return build(versions, () -> {});
  }

  private Path build(String versions, Runnable requirement) {
    return new NativeBuild("native-test", NativeBuildTest.class, List.of("build.sh"), cache)
        .build(versions, requirement);
  }

  private static void requireMissingTool() {
    throw ErrorCode.TOOL_MISSING.exception("a tool is missing");
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

  @Test
  void usesShippedResultsOfSameOrAllVersionsWithoutTools(@TempDir Path home) throws Exception {
    Path shipped = Files.createDirectory(home.resolve("prebuilt"));
    for (String versions : List.of("1", NativeBuild.PORTABLE)) {
      Path built = build(versions);
      Files.move(built, shipped.resolve(built.getFileName()));
    }
    System.setProperty("colophon.home", home.toString());
    try {
      Path same = build("1", NativeBuildTest::requireMissingTool);
      Path portable = build("2", NativeBuildTest::requireMissingTool);

      assertThat(same).startsWith(shipped).isNotEqualTo(portable);
      assertThat(portable).startsWith(shipped);
      assertThat(build("2")).startsWith(cache);
    } finally {
      System.clearProperty("colophon.home");
    }
  }
}
