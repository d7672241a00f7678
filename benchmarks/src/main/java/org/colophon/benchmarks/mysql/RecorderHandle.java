// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.core.error.ErrorCode;

/** A {@link RecordingProcess} in a separate JVM. One thread. */
final class RecorderHandle implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;

  RecorderHandle(ChildProcess child, Path store) throws IOException {
    List<String> command = child.command(RecordingProcess.class);
    command.add(store.toString());
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    orders = process.outputWriter(StandardCharsets.UTF_8);
    expectReady(answers.readLine());
  }

  private static void expectReady(String answer) {
    if (!RecordingProcess.READY.equals(answer)) {
      throw ErrorCode.IO_FAILED.exception("the recorder answered: " + answer);
    }
  }

  private String order(String line) throws IOException {
    orders.write(line + "\n");
    orders.flush();
    return answers.readLine();
  }

  /** Starts to read a log. */
  void attach(Path log) throws IOException {
    expectReady(order("attach " + log));
  }

  /** Waits until the creation of a table is recorded. Returns the time since the attach. */
  Figures finish(String table) throws IOException {
    return ChildProcess.figures(String.valueOf(order("finish " + table)));
  }

  /** Ends the input of the process, which then ends. */
  @Override
  public void close() throws IOException {
    try {
      orders.close();
      process.onExit().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    } finally {
      process.destroyForcibly();
    }
  }
}
