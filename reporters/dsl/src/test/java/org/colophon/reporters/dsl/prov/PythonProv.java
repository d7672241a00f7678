// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs scripts that use the Python package {@code prov}. COLOPHON_TEST_PYTHON names the
 * interpreter; without it, query/src/test/scripts/setup-prov.sh creates an environment.
 */
final class PythonProv {
  private static final Path SETUP = Path.of("../../query/src/test/scripts/setup-prov.sh");

  private PythonProv() {}

  /** Returns the JSON that a script of this module prints. */
  static JsonNode run(String script, String... arguments) throws IOException, InterruptedException {
    String given = System.getenv("COLOPHON_TEST_PYTHON");
    String python = given != null ? given : output(List.of("sh", SETUP.toString())).strip();
    List<String> command = new ArrayList<>(List.of(python, "src/test/scripts/" + script));
    command.addAll(List.of(arguments));
    return new ObjectMapper().readTree(output(command));
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(String.join(" ", command)).isZero();
    return text;
  }
}
