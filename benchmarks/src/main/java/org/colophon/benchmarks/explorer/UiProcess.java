package org.colophon.benchmarks.explorer;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.command.Checkout;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * A running {@code colophon ui} that has printed its link.
 *
 * @param link the one-time link
 */
record UiProcess(Process process, String link) implements AutoCloseable {
  /** Starts the explorer of a store, with or without a target. Waits for its link. */
  static UiProcess start(Path store, String... target) {
    ProcessBuilder builder = new ProcessBuilder(Checkout.launcher().toString(), "ui");
    builder.command().addAll(List.of("--no-browser", "--store", store.toString()));
    builder.command().addAll(List.of(target));
    try {
      Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      BufferedReader output = process.inputReader();
      String link = output.readLine();
      if (link == null) {
        throw ErrorCode.IO_FAILED.exception(builder.command() + " printed no link");
      }
      return new UiProcess(process, link);
    } catch (IOException e) {
      throw IoFailure.of("run", Checkout.launcher(), e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("measuring", e);
    }
  }
}
