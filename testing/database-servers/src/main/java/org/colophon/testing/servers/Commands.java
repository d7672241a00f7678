// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs commands to their end. */
final class Commands {
  private Commands() {}

  /** Runs a command and returns its output. A failure throws an exception with the output. */
  static String run(String... command) throws IOException {
    return run(new ProcessBuilder(command));
  }

  static String run(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int status = process.waitFor();
      if (status != 0) {
        List<String> command = builder.command();
        throw new IOException(command + " ended with " + status + ":\n" + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return output;
  }
}
