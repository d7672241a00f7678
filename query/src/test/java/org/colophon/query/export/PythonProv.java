// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs Python's PROV library. COLOPHON_TEST_PYTHON selects the interpreter; without it, an
 * environment is created once below target.
 */
final class PythonProv {
  private static final Path SCRIPTS = Path.of("src/test/scripts");

  private PythonProv() {}

  /** Returns the document after the library has read and written it. */
  static JsonNode roundTrip(String provJson) throws IOException, InterruptedException {
    Path file = Files.createTempFile("colophon", ".provjson");
    try {
      Files.writeString(file, provJson);
      Path script = SCRIPTS.resolve("prov_roundtrip.py");
      return new ObjectMapper().readTree(run(python(), script.toString(), file.toString()));
    } finally {
      Files.delete(file);
    }
  }

  private static String python() throws IOException, InterruptedException {
    String given = System.getenv("COLOPHON_TEST_PYTHON");
    return given != null
        ? given
        : run("sh", SCRIPTS.resolve("setup-prov.sh").toString(), "target/prov-venv").strip();
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Path errors = Files.createTempFile("colophon", ".err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    String said = Files.readString(errors);
    Files.delete(errors);
    if (status != 0) {
      throw new AssertionError(
          String.join(" ", command)
              + " failed; the test needs python3 with the package prov 3.2.3, see"
              + " query/src/test/scripts/setup-prov.sh: "
              + said);
    }
    return text;
  }
}
