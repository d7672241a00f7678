// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import org.colophon.core.spi.inspect.Content;

/** The part of a content that may differ. It begins at the beginning of a line. */
final class Part {
  private static final int HEAD_BYTES = 8 << 10;

  private final byte[] bytes;
  private final Encoding encoding;
  private final boolean hasFile;

  private Part(byte[] bytes, Encoding encoding, boolean hasFile) {
    this.bytes = bytes;
    this.encoding = encoding;
    this.hasFile = hasFile;
  }

  static Part whole(Content content) throws IOException {
    if (!content.exists()) {
      return new Part(new byte[0], new Encoding(UTF_8, 0), false);
    }
    byte[] bytes = content.read(0, Math.toIntExact(content.sizeBytes()));
    byte[] head = bytes.length > HEAD_BYTES ? Arrays.copyOf(bytes, HEAD_BYTES) : bytes;
    return new Part(bytes, Encoding.of(head, bytes), true);
  }

  /**
   * Returns the part of a content from an offset on.
   *
   * @param head the first bytes, see {@link #head}
   */
  static Part behind(Content content, long start, byte[] head) throws IOException {
    byte[] bytes = content.read(start, Math.toIntExact(content.sizeBytes() - start));
    return new Part(bytes, Encoding.of(head, bytes), true);
  }

  static byte[] head(Content content) throws IOException {
    return content.read(0, HEAD_BYTES);
  }

  /** Returns the encoding of the whole content. */
  Encoding encoding() {
    return encoding;
  }

  boolean hasFile() {
    return hasFile;
  }

  boolean hasMark() {
    return encoding.markBytes() > 0;
  }

  boolean isSame(Part other) {
    return hasFile == other.hasFile && Arrays.equals(bytes, other.bytes);
  }

  /** Returns the text, without a byte order mark of wide characters. */
  String text(boolean isFromStart) {
    int skip = isFromStart ? Math.min(encoding.markBytes(), bytes.length) : 0;
    return new String(bytes, skip, bytes.length - skip, encoding.charset());
  }
}
