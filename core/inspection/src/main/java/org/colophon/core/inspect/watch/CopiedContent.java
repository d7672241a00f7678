// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.inspect.content.ReadChannel;
import org.colophon.core.inspect.content.SpooledContent;
import org.colophon.core.model.encoding.FileState;

/**
 * Copy of a file at one moment. Each holder closes it once, and the last one deletes the copy. Any
 * thread.
 */
public final class CopiedContent extends SpooledContent {
  private final KeptCopy copy;
  private final FileState state;
  private final AtomicInteger holders = new AtomicInteger(1);

  CopiedContent(KeptCopy copy, FileState state, Path directory) {
    super(directory);
    this.copy = copy.acquire();
    this.state = state;
  }

  /** Returns the state that the file had when it was copied. */
  public FileState state() {
    return state;
  }

  /** Returns this content for another holder. */
  public CopiedContent share() {
    holders.incrementAndGet();
    return this;
  }

  @Override
  public long sizeBytes() {
    return state.size();
  }

  @Override
  public SeekableByteChannel open() {
    return new ReadChannel(state.size(), copy::read);
  }

  @Override
  public void close() {
    if (holders.decrementAndGet() == 0) {
      WatchedFile.closeFile(this::deleteSpool);
      copy.release();
    }
  }
}
