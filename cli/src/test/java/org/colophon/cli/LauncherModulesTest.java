package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the modules built by the launcher depend on no other module of this project. */
class LauncherModulesTest {
  private static final Path ROOT = Path.of("..");
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
    try {
      return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    } catch (IOException e) {
      throw new AssertionError("no pom of " + module, e);
    }
  }
}
