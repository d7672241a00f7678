package org.colophon.core.inspect.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a worker JVM says on its standard error. The beginning is kept, for it may tell why the
 * worker did not start; the rest is read and let go, so that the worker never waits for a reader.
 */
final class WorkerStderr {
  private static final int MAX_BYTES = 1 << 10;

  /** Its methods are synchronized. */
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  private final Thread reader;

  private WorkerStderr(InputStream errors) {
    this.reader = new Thread(() -> read(errors), "colophon-inspect-errors");
  }

  static WorkerStderr hear(InputStream errors) {
    WorkerStderr complaint = new WorkerStderr(errors);
    complaint.reader.setDaemon(true);
    complaint.reader.start();
    return complaint;
  }

  private void read(InputStream errors) {
    byte[] buffer = new byte[MAX_BYTES];
    try {
      for (int count; (count = errors.read(buffer)) >= 0; ) {
        kept.write(buffer, 0, Math.min(count, MAX_BYTES - kept.size()));
      }
    } catch (IOException e) {
      // The worker was killed, which closes the pipe: there is no more to hear.
    }
  }

  /** The beginning of what was said, on one line, once all is heard or the time is over. */
  String text(long waitMillis) {
    try {
      reader.join(waitMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return kept.toString(StandardCharsets.UTF_8).strip().replaceAll("\\s*\n\\s*", "; ");
  }
}
