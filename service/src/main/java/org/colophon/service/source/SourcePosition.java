// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;

/**
 * Stored position of a source:
 *
 * <pre>
 * +---------+----------------+-----------------+------------------------+
 * | version | last line      | session         | ids of the last batch  |
 * | 1 byte  | varint         | 8 bytes, hashed | see IdWindow           |
 * +---------+----------------+-----------------+------------------------+
 * </pre>
 *
 * @param last the last recorded line, 0 if none
 * @param session of the client that sent it, 0 if unknown
 */
public record SourcePosition(long last, long session, IdWindow window) {
  private static final byte VERSION = 1;

  public static SourcePosition none() {
    return new SourcePosition(0, 0, new IdWindow());
  }

  public Bytes encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(VERSION);
    Varints.write(out, last);
    out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(session).array());
    out.writeBytes(window.encode());
    return Bytes.wrap(out.toByteArray());
  }

  /**
   * Decodes the output of {@link #encode}.
   *
   * @throws ColophonException STORE_TOO_NEW, STORE_CORRUPT
   */
  public static SourcePosition decode(String source, Bytes bytes) {
    if (bytes.isEmpty()) {
      return none();
    }
    if (bytes.at(0) != VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "the position of source '%s' was written by a newer Colophon: use that one"
              .formatted(source));
    }
    ByteBuffer in = ByteBuffer.wrap(bytes.toArray(), 1, bytes.length() - 1);
    try {
      return new SourcePosition(Varints.read(in), in.getLong(), IdWindow.decode(in));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the position of source '%s' is damaged".formatted(source), e);
    }
  }
}
