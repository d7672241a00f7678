package org.colophon.benchmarks.mysql;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.core.error.ErrorCode;

/** A {@link RecordingProcess} in a separate JVM. One thread. */
final class RecorderHandle implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;

  RecorderHandle(ChildProcess child, Path store) {
    try {
      List<String> command = child.command(RecordingProcess.class);
      command.add(store.toString());
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      answers = process.inputReader(StandardCharsets.UTF_8);
      orders = process.outputWriter(StandardCharsets.UTF_8);
      expect(RecordingProcess.READY, answers.readLine());
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot start Java: " + e, e);
    }
  }

  private static void expect(String wanted, String answer) {
    if (answer == null || !answer.startsWith(wanted)) {
      throw ErrorCode.IO_FAILED.exception("the recorder said: " + answer);
    }
  }

  private String order(String line) {
    try {
      orders.write(line + "\n");
      orders.flush();
      return answers.readLine();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("the recorder died: " + e, e);
    }
  }

  /** Starts to read a log. */
  void attach(Path log) {
    expect(RecordingProcess.READY, order("attach " + log));
  }

  /** Waits until the creation of a table is recorded. Returns the time since the attach. */
  Map<String, Object> finish(String table) {
    String answer = order("finish " + table);
    expect(ChildProcess.FIGURES, answer);
    return ResultFile.fromLine(answer.substring(ChildProcess.FIGURES.length()));
  }

  @Override
  public void close() {
    try {
      orders.close(); // the process ends when its input ends
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
