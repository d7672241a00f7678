package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import org.colophon.core.spi.inspect.Content;

/** The part of a content that may differ, from the beginning of a line on. */
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

  static Part of(Content content, long start) throws IOException {
    if (!content.exists()) {
      return new Part(new byte[0], new Encoding(UTF_8, 0), false);
    }
    byte[] bytes = content.read(start, Math.toIntExact(content.sizeBytes() - start));
    byte[] head = start == 0 ? bytes : content.read(0, HEAD_BYTES);
    head = head.length > HEAD_BYTES ? Arrays.copyOf(head, HEAD_BYTES) : head;
    return new Part(bytes, Encoding.of(head, bytes), true);
  }

  /** Of the whole content. */
  Encoding encoding() {
    return encoding;
  }

  boolean hasFile() {
    return hasFile;
  }

  /** Whether it begins with a byte order mark that is no part of the text. */
  boolean hasMark() {
    return encoding.markBytes() > 0;
  }

  boolean isSame(Part other) {
    return hasFile == other.hasFile && Arrays.equals(bytes, other.bytes);
  }

  /** The text, without a byte order mark of wide characters. */
  String text(boolean isFromStart) {
    int skip = isFromStart ? Math.min(encoding.markBytes(), bytes.length) : 0;
    return new String(bytes, skip, bytes.length - skip, encoding.charset());
  }
}
