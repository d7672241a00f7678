package org.colophon.benchmarks.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Runs other programs. */
public final class Programs {
  private Programs() {}

  /**
   * Runs a command until it ends.
   *
   * @param environment variables in addition to this process's environment
   * @return the command's standard output
   * @throws ColophonException TOOL_MISSING if the command is not installed, IO_FAILED if it fails
   */
  public static String run(List<String> command, Map<String, String> environment) {
    try {
      Path errors = Files.createTempFile("colophon-bench", ".err");
      try {
        return run(command, environment, ProcessBuilder.Redirect.to(errors.toFile()));
      } catch (ColophonException e) {
        throw new ColophonException(e.code(), e.getMessage() + ": " + Files.readString(errors), e);
      } finally {
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot keep messages: " + e, e);
    }
  }

  /** Runs a command until it ends, with its messages redirected. */
  static String run(
      List<String> command, Map<String, String> environment, ProcessBuilder.Redirect errors) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw ErrorCode.IO_FAILED.exception(
            command + " ended with status " + status + "; " + output);
      }
      return output;
    } catch (IOException e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("running " + command, e);
    }
  }
}
