// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs Graphviz. */
final class Drawing {
  private Drawing() {}

  /** Runs dot on a file; fails if dot reports a problem. */
  static String draw(Path file, String format) throws IOException, InterruptedException {
    Process dot = new ProcessBuilder("dot", "-T" + format, file.toString()).start();
    String drawn = new String(dot.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String said = new String(dot.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    if (dot.waitFor() != 0 || !said.isEmpty()) {
      throw new AssertionError("dot: " + said);
    }
    return drawn;
  }
}
