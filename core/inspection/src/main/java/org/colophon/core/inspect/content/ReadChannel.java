// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A read-only channel of fixed size over a positional source. One thread. */
public final class ReadChannel implements SeekableByteChannel {
  private final long sizeBytes;
  private final Source source;
  private long position;
  private boolean isClosed;

  public ReadChannel(long sizeBytes, Source source) {
    this.sizeBytes = sizeBytes;
    this.source = source;
  }

  /** Reads at a position before the end. */
  public interface Source {
    /** Fills at least one byte of the buffer. */
    int read(ByteBuffer into, long position) throws IOException;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (isClosed) {
      throw new ClosedChannelException();
    }
    if (position >= sizeBytes) {
      return -1;
    }
    int limit = into.limit();
    into.limit((int) Math.min(limit, into.position() + (sizeBytes - position)));
    try {
      int count = into.hasRemaining() ? source.read(into, position) : 0;
      position += count;
      return count;
    } finally {
      into.limit(limit);
    }
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    if (newPosition < 0) {
      throw new IllegalArgumentException("position " + newPosition);
    }
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return sizeBytes;
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return !isClosed;
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
