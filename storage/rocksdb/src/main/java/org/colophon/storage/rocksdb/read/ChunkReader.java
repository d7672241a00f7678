// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import org.colophon.storage.rocksdb.format.ByteReader;

/**
 * Iterates over the items of one id in a {@link Group}: {@code while (chunks.hasItem())} read one.
 */
public final class ChunkReader {
  public final ByteReader in;
  private final byte[] data;
  private final int end;
  private int nextChunk;
  private int endOfItems;
  public long baseLsn;
  public long baseMillis;

  public ChunkReader(Group group, long id) {
    data = group.data();
    nextChunk = group.start(id);
    end = group.end(id);
    in = new ByteReader(data);
  }

  /** Returns whether there is another item, and enters the next chunk if necessary. */
  public boolean hasItem() {
    while (in.position() >= endOfItems) {
      if (nextChunk >= end) {
        return false;
      }
      enter(nextChunk);
    }
    return true;
  }

  private void enter(int at) {
    final int items = at + Group.CHUNK_HEADER;
    baseLsn = ByteReader.longAt(data, at + Long.BYTES);
    baseMillis = ByteReader.longAt(data, at + 2 * Long.BYTES);
    endOfItems = items + (int) ByteReader.longAt(data, at);
    nextChunk = endOfItems;
    in.seek(items);
  }

  public long getLsn() {
    return baseLsn + in.getSigned();
  }

  public long getNanos() {
    return in.getNanos(baseMillis);
  }
}
