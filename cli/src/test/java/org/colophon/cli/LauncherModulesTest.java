// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks which modules are tested on the newest JDK. */
class LauncherModulesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /**
   * The script {@code test} looks for the tag in the tests of a module, not in classes that they
   * extend.
   */
  @Test
  void marksDependenceOnJdkOnlyInTests() throws IOException {
    List<String> all = MODULE.matcher(pom(".")).results().map(found -> found.group(1)).toList();
    assertThat(all).contains("core/api", "testing/storage-contract");
    List<Path> marked = new ArrayList<>();
    for (String module : all) {
      Path main = ROOT.resolve(module).resolve("src/main");
      try (Stream<Path> files = Files.isDirectory(main) ? Files.walk(main) : Stream.empty()) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> read(file).contains("@Tag(\"jdk\")"))
            .forEach(marked::add);
      }
    }
    assertThat(marked).isEmpty();
  }

  private static String pom(String module) {
    return read(ROOT.resolve(module).resolve("pom.xml"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
