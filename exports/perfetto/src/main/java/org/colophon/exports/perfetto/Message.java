// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.perfetto;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A protocol buffer message that is being written. One thread. */
final class Message {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream out = CodedOutputStream.newInstance(bytes, 256);

  private interface Write {
    void to(CodedOutputStream out) throws IOException;
  }

  private Message write(Write write) {
    try {
      write.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array refuses nothing
    }
    return this;
  }

  /** Adds a field of type int32, int64, uint32, uint64 or enum. */
  Message number(int field, long value) {
    return write(to -> to.writeInt64(field, value));
  }

  Message fixed64(int field, long value) {
    return write(to -> to.writeFixed64(field, value));
  }

  Message text(int field, String value) {
    return write(to -> to.writeString(field, value));
  }

  Message message(int field, Message value) {
    return write(to -> to.writeByteArray(field, value.toBytes()));
  }

  byte[] toBytes() {
    write(CodedOutputStream::flush);
    return bytes.toByteArray();
  }
}
