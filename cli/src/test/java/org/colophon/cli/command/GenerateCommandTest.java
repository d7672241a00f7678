// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  @TempDir Path directory;

  @Test
  void writesTheCommittedCommandReference() throws IOException {
    assertThat(generate("docs")).isZero();
    Path committed = Path.of("..", "docs", "reference", "commands.md");
    assertThat(Files.readString(directory.resolve("commands.md")))
        .as("%s is stale; run: colophon generate docs docs/reference", committed)
        .isEqualTo(Files.readString(committed));
  }

  @Test
  void writesAManPageForEachCommand() throws IOException {
    assertThat(generate("man")).isZero();
    assertThat(Files.readString(directory.resolve("colophon-adapters-attach.1")))
        .contains(".SH NAME\ncolophon\\-adapters\\-attach \\- Attach", ".B ENGINE\n");
    assertThat(directory.resolve("colophon-rehearse.1")).doesNotExist();
  }

  @Test
  void writesACompletionScript() throws IOException {
    assertThat(generate("completion")).isZero();
    assertThat(Files.readString(directory.resolve("colophon"))).contains("lineage");
  }

  @Test
  void refusesUnknownKind() {
    assertThat(generate("html")).isEqualTo(2);
  }

  private int generate(String kind) {
    return new CommandTester(directory).run("generate", kind, directory.toString()).exitCode();
  }
}
