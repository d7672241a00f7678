// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A copy of the beginning of a file, in memory or in a file. Shared by snapshots. */
final class KeptCopy {
  private static final byte[] NO_BYTES = {};

  private final byte[] bytes;
  private final @Nullable CopyFile file;
  private final long chargedBytes;
  private final LongConsumer refund;
  private final AtomicInteger users = new AtomicInteger();

  private KeptCopy(byte[] bytes, @Nullable CopyFile file, long chargedBytes, LongConsumer refund) {
    this.bytes = bytes;
    this.file = file;
    this.chargedBytes = chargedBytes;
    this.refund = refund;
  }

  private record CopyFile(Path path, RandomAccessFile open) {}

  static KeptCopy inMemory(byte[] bytes, LongConsumer refund) {
    return new KeptCopy(bytes, null, bytes.length, refund);
  }

  static KeptCopy inFile(Path path, long sizeBytes, LongConsumer refund) throws IOException {
    CopyFile file = new CopyFile(path, new RandomAccessFile(path.toFile(), "r"));
    return new KeptCopy(NO_BYTES, file, sizeBytes, refund);
  }

  KeptCopy acquire() {
    users.incrementAndGet();
    return this;
  }

  /** Releases one use. The last release deletes the copy. */
  void release() {
    if (users.decrementAndGet() > 0) {
      return;
    }
    refund.accept(chargedBytes);
    try {
      if (file != null) {
        file.open().close();
        Files.deleteIfExists(file.path());
      }
    } catch (IOException e) {
      System.getLogger(KeptCopy.class.getName())
          .log(System.Logger.Level.DEBUG, "a copy of old content stays until the next start", e);
    }
  }

  int read(ByteBuffer into, long position) throws IOException {
    if (file == null) {
      int count = (int) Math.min(into.remaining(), bytes.length - position);
      into.put(bytes, (int) position, count);
      return count;
    }
    return LiveFile.read(file.open(), into, position);
  }
}
