// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard error of a worker JVM. Keeps the beginning, which may explain a failed start. Reads and
 * discards the rest, so that the worker never blocks.
 */
final class WorkerStderr {
  private static final int MAX_BYTES = 1 << 10;

  /** Thread-safe, as its methods are synchronized. */
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  private final Thread reader;

  private WorkerStderr(InputStream errors) {
    this.reader = new Thread(() -> read(errors), "colophon-inspect-errors");
  }

  static WorkerStderr readFrom(InputStream errors) {
    WorkerStderr stderr = new WorkerStderr(errors);
    stderr.reader.setDaemon(true);
    stderr.reader.start();
    return stderr;
  }

  private void read(InputStream errors) {
    byte[] buffer = new byte[MAX_BYTES];
    try {
      for (int count; (count = errors.read(buffer)) >= 0; ) {
        kept.write(buffer, 0, Math.min(count, MAX_BYTES - kept.size()));
      }
    } catch (IOException e) {
      // Killing the worker closed the pipe, so no output remains.
    }
  }

  /** Returns the kept output on one line, after the stream ends or the time limit passes. */
  String text(long waitMillis) {
    try {
      reader.join(waitMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return kept.toString(StandardCharsets.UTF_8).strip().replaceAll("\\s*\n\\s*", "; ");
  }
}
