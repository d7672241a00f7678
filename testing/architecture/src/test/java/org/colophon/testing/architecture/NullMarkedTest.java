// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rule that NullAway checks all main code: each package is described and null-marked. */
class NullMarkedTest {
  @Test
  void marksEveryPackage() throws IOException {
    List<Path> unmarked = new ArrayList<>();
    for (Set<Path> packages : Modules.packagesByModule().values()) {
      for (Path each : packages) {
        if (!isMarked(each)) {
          unmarked.add(each);
        }
      }
    }
    assertThat(unmarked).as("packages without @NullMarked in package-info.java").isEmpty();
  }

  private static boolean isMarked(Path directory) throws IOException {
    Path description = directory.resolve("package-info.java");
    return Files.exists(description) && Files.readString(description).contains("@NullMarked");
  }
}
