// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks which modules the launcher builds, and which it tests on the newest JDK. */
class LauncherModulesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(colophon-[^<]+)<");

  @Test
  void buildsAllRequiredModules() throws IOException {
    List<String> modules = modules();
    List<String> built = modules.stream().map(LauncherModulesTest::artifact).toList();
    assertThat(modules).contains("core/api", "cli");
    for (String module : modules) {
      assertThat(needed(module)).as("modules that %s requires", module).isSubsetOf(built);
    }
  }

  /** The launcher looks for the tag in the tests of a module, not in classes that they extend. */
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

  private static List<String> modules() throws IOException {
    String launcher = Files.readString(ROOT.resolve("colophon"));
    Matcher list = Pattern.compile("readonly modules=\\(([^)]*)\\)").matcher(launcher);
    assertThat(list.find()).isTrue();
    return List.of(list.group(1).trim().split("\\s+"));
  }

  /** Returns the module's own name, which is the first name after that of its parent. */
  private static String artifact(String module) {
    return names(pom(module).split("</parent>", 2)[1]).findFirst().orElseThrow();
  }

  /**
   * Returns the modules that a module depends on. Excludes those of profiles, which are for builds
   * with tests.
   */
  private static List<String> needed(String module) {
    String[] parts = pom(module).split("<profiles>", 2)[0].split("<dependencies>", 2);
    return parts.length == 1 ? List.of() : names(parts[1].split("</dependencies>", 2)[0]).toList();
  }

  private static Stream<String> names(String xml) {
    return ARTIFACT.matcher(xml).results().map(found -> found.group(1));
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
