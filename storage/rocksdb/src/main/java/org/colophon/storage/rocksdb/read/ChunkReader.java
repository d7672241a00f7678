package org.colophon.storage.rocksdb.read;

import org.colophon.storage.rocksdb.format.ByteReader;

/**
 * Iterates over the chunks of one id in a {@link Group}: {@code while (chunks.next()) while
 * (chunks.hasItem())} read an item.
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

  public boolean next() {
    if (nextChunk >= end) {
      return false;
    }
    final int at = nextChunk;
    final int items = at + Group.CHUNK_HEADER;
    baseLsn = ByteReader.longAt(data, at + Long.BYTES);
    baseMillis = ByteReader.longAt(data, at + 2 * Long.BYTES);
    endOfItems = items + (int) ByteReader.longAt(data, at);
    nextChunk = endOfItems;
    in.seek(items);
    return true;
  }

  public boolean hasItem() {
    return in.position() < endOfItems;
  }

  public long getLsn() {
    return baseLsn + in.getSigned();
  }

  public long getNanos() {
    return in.getNanos(baseMillis);
  }
}
