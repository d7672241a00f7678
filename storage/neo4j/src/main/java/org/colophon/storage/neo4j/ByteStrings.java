package org.colophon.storage.neo4j;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** Several strings of bytes as one property, and long ones as a number to find them by. */
final class ByteStrings {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private ByteStrings() {}

  /** Each string with its length before it, four bytes, big end first. */
  static byte[] join(List<Bytes> strings) {
    int length = 0;
    for (Bytes each : strings) {
      length = Math.addExact(length, Integer.BYTES + each.length());
    }
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (Bytes each : strings) {
      joined.putInt(each.length()).put(each.toArray());
    }
    return joined.array();
  }

  /** What {@link #join} joined. */
  static List<Bytes> split(byte[] joined) {
    List<Bytes> strings = new ArrayList<>();
    ByteBuffer rest = ByteBuffer.wrap(joined);
    while (rest.hasRemaining()) {
      byte[] each = new byte[rest.getInt()];
      rest.get(each);
      strings.add(Bytes.wrap(each));
    }
    return strings;
  }

  /** FNV-1a, 64 bits. Durable: stored values are found by it. */
  static long hash(Bytes value) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < value.length(); i++) {
      hash = (hash ^ (value.at(i) & 0xff)) * FNV_PRIME;
    }
    return hash;
  }
}
