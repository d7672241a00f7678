// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.testing.python.PythonTools;

/** Validators of other projects. */
final class Validators {
  private static final Path SCRIPT = Path.of("src/test/scripts/validate.py");

  private Validators() {}

  /** Returns {@code ok} or an error for each document, in their order. */
  static List<String> python(String format, List<? extends JsonNode> documents)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile(Path.of("target"), "validated", ".ndjson");
    Files.write(file, documents.stream().map(JsonNode::toString).toList());
    return PythonTools.run(SCRIPT, format, file).lines().toList();
  }
}
