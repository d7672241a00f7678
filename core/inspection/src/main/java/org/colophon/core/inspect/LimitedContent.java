// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/** Content that is readable only until its inspection expires. */
record LimitedContent(Content content, InspectorCall attempt) implements Content {
  @Override
  public boolean exists() {
    return content.exists();
  }

  @Override
  public long sizeBytes() {
    return content.sizeBytes();
  }

  @Override
  public SeekableByteChannel open() throws IOException {
    attempt.check();
    return new LimitedChannel(content.open(), attempt);
  }

  @Override
  public Path file() throws IOException {
    attempt.check();
    return content.file();
  }

  /** Checks the deadline before each read. */
  private record LimitedChannel(SeekableByteChannel channel, InspectorCall attempt)
      implements SeekableByteChannel {
    @Override
    public int read(ByteBuffer into) throws IOException {
      attempt.check();
      return channel.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      return channel.write(from);
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public SeekableByteChannel position(long newPosition) throws IOException {
      channel.position(newPosition);
      return this;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
