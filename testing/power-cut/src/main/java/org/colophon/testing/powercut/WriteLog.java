// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.powercut;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;

/** Writes and flushes of a disk image, in order. Any thread. */
final class WriteLog implements MirrorObserver, AutoCloseable {
  /**
   * A write or a flush.
   *
   * @param offset position in the image in bytes
   * @param data the written bytes; empty for a flush, before which all writes are durable
   */
  record Entry(long offset, Bytes data) {
    private static final Entry FLUSH = new Entry(0, Bytes.EMPTY);

    boolean isFlush() {
      return data.isEmpty();
    }
  }

  private final FileChannel image;
  private final List<Entry> entries = new ArrayList<>();

  WriteLog(Path image) throws IOException {
    this.image = FileChannel.open(image);
  }

  /** Reads the written bytes back. Writes to one file are serial, so no other write is between. */
  @Override
  public synchronized void written(RequestContext request, OpenFile file, long at, long result) {
    if (result <= 0) {
      throw new IllegalStateException("the disk failed: " + result); // the work would see it too
    }
    ByteBuffer data = ByteBuffer.allocate((int) result);
    try {
      while (data.hasRemaining()) {
        image.read(data, at + data.position());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    entries.add(new Entry(at, Bytes.wrap(data.array())));
  }

  @Override
  public synchronized long syncing(RequestContext request, OpenFile file) {
    entries.add(Entry.FLUSH);
    return 0;
  }

  synchronized int size() {
    return entries.size();
  }

  synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public void close() throws IOException {
    image.close();
  }
}
