// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packs a real recording. */
class CrateIT {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void record() throws IOException {
    tester = new CommandTester(directory.toRealPath()).withStrace();
    Files.writeString(directory.resolve("in"), "b\na\n");
    String script = "cd '" + directory.toRealPath() + "' && exec sh -c 'sort in > out'";
    Outcome traced = tester.run("trace", "--", "sh", "-c", script);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private Outcome crate(String... options) {
    List<String> words = new ArrayList<>(List.of("crate", "--directory", directory.toString()));
    words.addAll(List.of(options));
    words.add(directory.resolve("out").toString());
    return tester.run(words.toArray(new String[0]));
  }

  @Test
  void writesDirectoryWithDataOfTheRun() throws IOException {
    Outcome written = crate("-o", directory.resolve("crate").toString());

    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(directory.resolve("crate/out")).hasContent("a\nb\n");
    JsonNode metadata =
        new ObjectMapper().readTree(directory.resolve("crate/ro-crate-metadata.json").toFile());
    assertThat(metadata.findValuesAsText("description")).contains("sort in");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void writesArchive() throws IOException {
    Path archive = directory.resolve("crate.zip");

    Outcome written = crate("-o", archive.toString());

    assertThat(written.exitCode()).as(written.err()).isZero();
    try (FileSystem zip = FileSystems.newFileSystem(archive)) {
      assertThat(zip.getPath("ro-crate-preview.html")).exists();
      assertThat(zip.getPath("out")).hasContent("a\nb\n");
    }
  }

  @Test
  void refusesChangedFileAndLeavesNothing() throws IOException {
    Files.writeString(directory.resolve("out"), "changed");

    Outcome refused = crate("-o", directory.resolve("crate").toString());

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("out has another content than recorded", "--as-recorded");
    assertThat(directory.resolve("crate")).doesNotExist();
    assertThat(crate("--as-recorded", "-o", directory.resolve("crate").toString()).exitCode())
        .isZero();
  }

  @Test
  void refusesExistingDirectoryAndMissingOption() throws IOException {
    Files.createDirectory(directory.resolve("crate"));

    assertThat(crate("-o", directory.resolve("crate").toString()).err()).contains("crate exists");
    assertThat(crate().err()).contains("-o is missing");
  }
}
