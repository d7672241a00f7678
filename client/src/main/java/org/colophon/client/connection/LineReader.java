// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Reads lines that end with LF or CR LF, as bytes. One thread. */
final class LineReader {
  private final InputStream in;
  private final int maxBytes;

  /**
   * Reads from a stream, which should be buffered.
   *
   * @param maxBytes maximum length of a line
   */
  LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /**
   * Returns the next line without its terminator; null at the end. Ignores an incomplete last line.
   */
  byte @Nullable [] next() {
    ByteArrayOutputStream line = new ByteArrayOutputStream(80);
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          return withoutReturn(line.toByteArray());
        }
        if (line.size() >= maxBytes) {
          throw ErrorCode.IO_FAILED.exception(
              "the service sent a line of more than " + maxBytes + " bytes");
        }
        line.write(b);
      }
      return null;
    } catch (IOException e) {
      throw Transport.toColophonException(e);
    }
  }

  private static byte[] withoutReturn(byte[] line) {
    boolean hasReturn = line.length > 0 && line[line.length - 1] == '\r';
    return hasReturn ? Arrays.copyOf(line, line.length - 1) : line;
  }
}
