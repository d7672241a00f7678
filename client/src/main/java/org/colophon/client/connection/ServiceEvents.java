// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reader of server-sent events. One thread reads. Any thread may close the connection; the reading
 * thread then gets an exception.
 */
public final class ServiceEvents {
  private static final int MAX_LINE_BYTES = 1 << 22;

  private final LineReader lines;

  ServiceEvents(ServiceResponse response) {
    this.lines = new LineReader(response.body(), MAX_LINE_BYTES);
  }

  /**
   * Waits for the next event.
   *
   * @return the event; null if the service ended the stream
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the service is silent for too
   *     long, or the connection breaks
   */
  public @Nullable ServiceEvent next() {
    String type = "message";
    StringBuilder data = new StringBuilder();
    boolean isBegun = false;
    for (String line = next(lines); line != null; line = next(lines)) {
      if (line.isEmpty() && isBegun) {
        return new ServiceEvent(type, data.toString());
      }
      if (line.startsWith("event:")) {
        type = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:")) {
        data.append(isBegun ? "\n" : "").append(line.substring("data:".length()).strip());
        isBegun = true;
      }
    }
    return null;
  }

  private static @Nullable String next(LineReader lines) {
    byte[] line = lines.next();
    return line == null ? null : new String(line, StandardCharsets.UTF_8);
  }
}
