// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginPathTest {
  @TempDir private Path directory;

  private final List<String> warnings = new ArrayList<>();

  private List<Path> parse(String... entries) {
    List<String> absolute = new ArrayList<>();
    for (String entry : entries) {
      absolute.add(entry.isEmpty() ? entry : directory.resolve(entry).toString());
    }
    return PluginPath.parse(String.join(":", absolute), warnings::add);
  }

  @Test
  void findsNothingWhenVariableIsUnset() {
    assertThat(PluginPath.parse(null, warnings::add)).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void findsJarsAndClasses() throws IOException {
    Path jar = Files.createFile(directory.resolve("a b.jar"));
    Path more = Files.createDirectories(directory.resolve("more"));
    Path upper = Files.createFile(more.resolve("B.JAR"));
    Path classes = Files.createDirectories(directory.resolve("classes/org"));

    assertThat(parse("a b.jar", "", "more", "classes"))
        .containsExactly(jar, upper, classes.getParent());
    assertThat(parse("more/*")).containsExactly(upper);
    assertThat(warnings).isEmpty();
  }

  @Test
  void reportsEntriesWithoutPlugin() throws IOException {
    Files.createDirectories(directory.resolve("empty"));

    assertThat(parse("no\u001bne.jar", "empty", "empty/*")).isEmpty();

    assertThat(warnings).hasSize(3);
    assertThat(warnings.get(0))
        .startsWith("COLOPHON_PLUGINS: no plug-in in ")
        .doesNotContain("\u001b");
  }
}
