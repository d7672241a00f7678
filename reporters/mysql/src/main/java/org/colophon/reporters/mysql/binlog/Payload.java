package org.colophon.reporters.mysql.binlog;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A transaction that MySQL compressed as a whole: events without checksums, read one after the
 * other while they are unpacked.
 */
final class Payload {
  private static final int END = 0;
  private static final int COMPRESSION = 2;
  private static final int ZSTD = 0;
  private static final int NONE = 255;

  private final InputStream in;

  /** What an event within it is. */
  record Inner(EventHead head, EventBytes body) {}

  Payload(EventBytes event) throws BadEventException {
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
    InputStream packed = event.rest(); // it may have hundreds of MiB
    if (compression == ZSTD) {
      in = new ZstdInputStream(packed);
    } else if (compression == NONE) {
      in = packed;
    } else {
      throw new BadEventException("the transaction is compressed in a way that is not known");
    }
  }

  private static EventBytes sub(EventBytes event, long length) throws BadEventException {
    byte[] bytes = event.array(length);
    return new EventBytes(bytes, 0, bytes.length);
  }

  /** The next event, null if that was the last. */
  Inner next() throws BadEventException {
    try {
      byte[] head = in.readNBytes(EventHead.BYTES);
      if (head.length == 0) {
        return null;
      }
      EventBytes bytes = new EventBytes(head, 0, head.length);
      long seconds = bytes.number(4);
      int type = bytes.u8();
      long server = bytes.number(4);
      long size = bytes.number(4);
      if (size < EventHead.BYTES || size > Integer.MAX_VALUE) {
        throw new BadEventException("no event has " + size + " bytes");
      }
      int length = (int) size - EventHead.BYTES;
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new EOFException("an event in it ends too soon");
      }
      EventHead inner = new EventHead(0, seconds, type, server, size);
      return new Inner(inner, new EventBytes(body, 0, length));
    } catch (IOException | MalformedInputException | IllegalArgumentException e) {
      throw new BadEventException("the compressed transaction is damaged: " + e.getMessage());
    }
  }
}
