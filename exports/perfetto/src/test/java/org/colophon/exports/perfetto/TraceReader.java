// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.perfetto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.testing.python.PythonTools;

/** Reads traces with Perfetto's own protocol buffers. */
final class TraceReader {
  private static final Path SCRIPT = Path.of("src/test/scripts/read-trace.py");

  private TraceReader() {}

  /** Returns the content of each trace as JSON, or {@code invalid} and the error. */
  static List<String> read(Path directory, List<byte[]> traces)
      throws IOException, InterruptedException {
    List<Path> files = new ArrayList<>();
    for (byte[] each : traces) {
      files.add(Files.write(directory.resolve(files.size() + ".pftrace"), each));
    }
    return PythonTools.run(SCRIPT, files.toArray()).lines().toList();
  }
}
