// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenFileTest {
  @TempDir private Path directory;

  private Path file;

  @BeforeEach
  void writeToken() throws IOException {
    file = Files.writeString(directory.resolve("key"), "secret\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://collector",
        "http://localhost:4318",
        "http://127.0.0.1/x",
        "http://127.8.9.1",
        "http://[::1]:4318"
      })
  void readsTokenForEncryptedAndLocalServers(String url) {
    assertThat(TokenFile.read(file, URI.create(url))).isEqualTo("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "ocsf, --url, http://collector:4318",
    "ocsf, --url, http://10.0.0.1:4318",
    "ocsf, --url, http://[2001:db8::1]:4318",
    "ocsf, --url, http://127.0.0.1.example.org",
    "openlineage, --to, http://marquez:5000/api/v1/lineage",
    "openlineage, --to, http://localhost.example.org/api/v1/lineage"
  })
  void refusesTokenForUnencryptedServerOfAnotherHost(String command, String option, String url) {
    Outcome outcome =
        new CommandTester(directory).run(command, option, url, "--api-key-file", file.toString());

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err())
        .contains("--api-key-file needs an https URL", url + " would get the token unencrypted");
  }

  @Test
  void namesMissingFile() {
    Outcome outcome =
        new CommandTester(directory)
            .run("ocsf", "--url", "https://collector", "--api-key-file", "missing");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("missing");
  }
}
