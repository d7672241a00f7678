// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.model.encoding.PatchStates.State;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.jspecify.annotations.Nullable;

/** Computes the digests of the contents before and after a change. */
final class ContentDigests {
  private static final int BUFFER_BYTES = 8 << 10;

  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

  private ContentDigests() {}

  static PatchStates of(Change change) throws IOException {
    return new ContentDigests().states(change);
  }

  /** Reads an equal beginning, as before appended text, only once. */
  private PatchStates states(Change change) throws IOException {
    Content before = change.before();
    Content after = change.after();
    long common = Math.min(before.sizeBytes(), after.sizeBytes());
    long equal = Math.min(change.equalPrefixBytes(), common);
    MessageDigest prefix = isHashed(before) || isHashed(after) ? sha256() : null;
    if (prefix != null && equal > 0) {
      update(prefix, before, 0, equal);
    }
    return new PatchStates(state(before, prefix, equal), state(after, prefix, equal));
  }

  private static boolean isHashed(Content content) {
    return content.sizeBytes() <= PatchStates.MAX_HASHED_BYTES;
  }

  private State state(Content content, @Nullable MessageDigest prefix, long equal)
      throws IOException {
    long size = content.sizeBytes();
    if (prefix == null || !isHashed(content)) {
      return new State(size, null);
    }
    MessageDigest digest = copy(prefix);
    update(digest, content, equal, size);
    return new State(size, HexFormat.of().formatHex(digest.digest()));
  }

  private void update(MessageDigest digest, Content content, long from, long end)
      throws IOException {
    if (from >= end) {
      return;
    }
    try (SeekableByteChannel channel = content.open().position(from)) {
      for (long at = from; at < end; at += buffer.position()) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
        if (channel.read(buffer) < 0) {
          throw new IOException("the content ends at byte " + at + " of " + end);
        }
        digest.update(buffer.array(), 0, buffer.position());
      }
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java platform has it
    }
  }

  private static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e); // the platform's digest is cloneable
    }
  }
}
