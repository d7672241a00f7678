// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Transaction that MySQL has compressed as a whole. The events in it have no checksums. They are
 * decompressed one at a time.
 */
public final class TransactionPayload {
  private static final int END = 0;
  private static final int COMPRESSION = 2;
  private static final int ZSTD = 0;
  private static final int NONE = 255;

  private final InputStream in;

  public record Inner(EventHeader head, EventBytes body) {}

  public TransactionPayload(EventBytes event) throws MalformedEventException {
    long compression = ZSTD;
    long field = event.packed();
    while (field != END) {
      long length = event.packed();
      if (field == COMPRESSION) {
        compression = sub(event, length).packed();
      } else {
        event.skip(length);
      }
      field = event.packed();
    }
    InputStream packed = event.rest(); // the transaction may have hundreds of MiB
    if (compression == ZSTD) {
      in = new ZstdInputStream(packed);
    } else if (compression == NONE) {
      in = packed;
    } else {
      throw new MalformedEventException("the compression of the transaction is not known");
    }
  }

  private static EventBytes sub(EventBytes event, long length) throws MalformedEventException {
    byte[] bytes = event.array(length);
    return new EventBytes(bytes, 0, bytes.length);
  }

  /** Returns the next event; null at the end. */
  public @Nullable Inner next() throws MalformedEventException {
    try {
      byte[] head = in.readNBytes(EventHeader.BYTES);
      if (head.length == 0) {
        return null;
      }
      EventBytes bytes = new EventBytes(head, 0, head.length);
      long seconds = bytes.number(4);
      int type = bytes.u8();
      long server = bytes.number(4);
      long size = bytes.number(4);
      if (size < EventHeader.BYTES || size > Integer.MAX_VALUE) {
        throw new MalformedEventException("no event has " + size + " bytes");
      }
      int length = (int) size - EventHeader.BYTES;
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new EOFException("an event of the transaction is incomplete");
      }
      EventHeader inner = new EventHeader(0, seconds, type, server, size);
      return new Inner(inner, new EventBytes(body, 0, length));
    } catch (IOException | MalformedInputException | IllegalArgumentException e) {
      throw new MalformedEventException("the compressed transaction is damaged: " + e.getMessage());
    }
  }
}
