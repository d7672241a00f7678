// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/** Counts the requested bytes. */
final class Counting implements Content {
  private final Content content;
  private long readBytes;

  Counting(Content content) {
    this.content = content;
  }

  long readBytes() {
    return readBytes;
  }

  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public long sizeBytes() {
    return content.sizeBytes();
  }

  @Override
  public byte[] read(long offset, int maxBytes) throws IOException {
    byte[] bytes = content.read(offset, maxBytes);
    readBytes += bytes.length;
    return bytes;
  }

  @Override
  public SeekableByteChannel open() throws IOException {
    SeekableByteChannel opened = content.open();
    return (SeekableByteChannel)
        Proxy.newProxyInstance(
            Counting.class.getClassLoader(),
            new Class<?>[] {SeekableByteChannel.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(opened, arguments);
              readBytes += method.getName().equals("read") ? Math.max(0, (int) result) : 0;
              return result == opened ? proxy : result;
            });
  }

  @Override
  public Path file() throws IOException {
    return content.file();
  }
}
