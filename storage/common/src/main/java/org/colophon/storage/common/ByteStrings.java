// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.model.Bytes;

/** Durable encodings of byte strings. */
public final class ByteStrings {
  private ByteStrings() {}

  /** Joins strings. The length of each precedes it, in four big-endian bytes. */
  public static byte[] join(List<Bytes> strings) {
    int length = 0;
    for (Bytes each : strings) {
      length = Math.addExact(length, Integer.BYTES + each.length());
    }
    ByteBuffer joined = ByteBuffer.allocate(length);
    strings.forEach(each -> joined.putInt(each.length()).put(each.toArray()));
    return joined.array();
  }

  /** Splits the result of {@link #join}. */
  public static List<Bytes> split(byte[] joined) {
    List<Bytes> strings = new ArrayList<>();
    ByteBuffer rest = ByteBuffer.wrap(joined);
    while (rest.hasRemaining()) {
      byte[] each = new byte[rest.getInt()];
      rest.get(each);
      strings.add(Bytes.wrap(each));
    }
    return strings;
  }

  /**
   * Returns the first eight bytes of the SHA-256 of all parts, which makes collisions hard to find.
   */
  public static long hash(byte[]... parts) {
    MessageDigest digest = DigestUtils.getSha256Digest();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }
}
