// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.colophon.core.spi.inspect.Content;

/** Content that signals a read attempt and blocks it until a latch opens. */
final class Blocking implements Content {
  private final Content content;
  private final CountDownLatch isWanted;
  private final CountDownLatch isFree;

  Blocking(Content content, CountDownLatch isWanted, CountDownLatch isFree) {
    this.content = content;
    this.isWanted = isWanted;
    this.isFree = isFree;
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
  public SeekableByteChannel open() throws IOException {
    isWanted.countDown();
    try {
      isFree.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return content.open();
  }

  @Override
  public Path file() throws IOException {
    return content.file();
  }
}
