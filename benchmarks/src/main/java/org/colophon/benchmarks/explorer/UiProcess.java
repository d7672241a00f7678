// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.explorer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.ErrorCode;

/**
 * A running {@code colophon ui} that has printed its link.
 *
 * @param link the one-time link
 */
record UiProcess(Process process, String link) implements AutoCloseable {
  /** Starts the explorer of a store, with or without a target. Waits for its link. */
  static UiProcess start(Path store, String... target) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(Checkout.launcher().toString(), "ui");
    builder.command().addAll(List.of("--no-browser", "--store", store.toString()));
    builder.command().addAll(List.of(target));
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String link = process.inputReader().readLine();
    if (link == null) {
      throw ErrorCode.IO_FAILED.exception(builder.command() + " printed no link");
    }
    return new UiProcess(process, link);
  }

  @Override
  public void close() {
    Programs.end(process);
  }
}
