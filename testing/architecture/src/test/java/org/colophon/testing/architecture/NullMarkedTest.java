package org.colophon.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rule that NullAway checks all main code: each package is described and null-marked. */
class NullMarkedTest {
  /** Modules whose packages are not marked yet. */
  private static final Set<String> UNMARKED = Set.of("reporters/ebpf");

  private final Map<String, Set<Path>> packages = Modules.packagesByModule();

  @Test
  void marksEveryPackageOutsideListedModules() throws IOException {
    List<Path> unmarked = new ArrayList<>();
    for (Map.Entry<String, Set<Path>> module : packages.entrySet()) {
      for (Path each : UNMARKED.contains(module.getKey()) ? Set.<Path>of() : module.getValue()) {
        if (!isMarked(each)) {
          unmarked.add(each);
        }
      }
    }
    assertThat(unmarked).as("packages without @NullMarked in package-info.java").isEmpty();
  }

  @Test
  void listsOnlyModulesWithUnmarkedPackages() throws IOException {
    for (String module : UNMARKED) {
      int marked = 0;
      for (Path each : packages.get(module)) {
        marked += isMarked(each) ? 1 : 0;
      }
      assertThat(marked).as("marked packages of " + module).isLessThan(packages.get(module).size());
    }
  }

  private static boolean isMarked(Path directory) throws IOException {
    Path description = directory.resolve("package-info.java");
    return Files.exists(description) && Files.readString(description).contains("@NullMarked");
  }
}
