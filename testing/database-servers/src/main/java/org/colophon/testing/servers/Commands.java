package org.colophon.testing.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs commands to their end. */
final class Commands {
  private Commands() {}

  /** Runs a command; its output, or an exception with it if it failed. */
  static String run(String... command) throws IOException {
    return run(new ProcessBuilder(command));
  }

  static String run(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int status = process.waitFor();
      if (status != 0) {
        List<String> command = builder.command();
        throw new IOException(command + " ended with " + status + ":\n" + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return said;
  }
}
