// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.colophon.core.inspect.content.CheckedContent;
import org.colophon.core.inspect.content.ReadChannel;
import org.colophon.core.inspect.content.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * Content of a watched file at one moment. It reads the file until that content is damaged, then a
 * copy, or fails if no copy exists. The receiver closes it once.
 *
 * <p>Reading needs no lock. A write that would damage the content waits until the copy is made and
 * {@code copy} is set. Bytes read from the file are valid if {@code copy} is still unset
 * afterwards. Otherwise they are read again.
 */
public final class Snapshot extends SpooledContent implements CheckedContent {
  private final WatchedFile owner;
  private final long sizeBytes;
  private volatile @Nullable KeptCopy copy;
  private volatile String lossReason = "";
  private int holders = 1;

  Snapshot(WatchedFile owner, long sizeBytes, Path directory) {
    super(directory);
    this.owner = owner;
    this.sizeBytes = sizeBytes;
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public SeekableByteChannel open() {
    return new ReadChannel(sizeBytes, this::read);
  }

  private int read(ByteBuffer into, long position) throws IOException {
    int start = into.position();
    KeptCopy kept = copy;
    if (kept == null && lossReason.isEmpty()) {
      try {
        int count = owner.read(into, position);
        kept = copy;
        if (kept == null && lossReason.isEmpty()) {
          return count;
        }
      } catch (IOException e) {
        kept = copy;
        if (kept == null && lossReason.isEmpty()) {
          throw e;
        }
      }
      into.position(start);
    }
    if (kept == null) {
      throw new IOException(lossReason);
    }
    return kept.read(into, position);
  }

  /** Returns the reason of lost content, including a truncation outside the watch. */
  @Override
  public String problem() {
    return !lossReason.isEmpty() || copy != null ? lossReason : owner.isShorterThan(sizeBytes);
  }

  // --- for the watched file, which holds its own lock ---

  void keep(KeptCopy kept) {
    copy = kept.acquire();
  }

  void markLost(String why) {
    lossReason = why;
  }

  void retain() {
    holders++;
  }

  /**
   * Drops one holder. Returns true if it was the last.
   *
   * @param isBase true if the watched file still holds the snapshot; it never needs a spooled file
   */
  boolean drop(boolean isBase) {
    holders--;
    if (holders == (isBase ? 1 : 0)) {
      WatchedFile.closeFile(this::deleteSpool);
    }
    if (holders == 0 && copy != null) {
      copy.release();
    }
    return holders == 0;
  }

  /** Releases the snapshot. */
  @Override
  public void close() {
    owner.release(this);
  }
}
