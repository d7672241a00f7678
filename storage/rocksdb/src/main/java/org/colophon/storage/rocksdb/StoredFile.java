package org.colophon.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.rocksdb.LiveFileMetaData;

/**
 * A file that RocksDB keeps a part of a level of a column family in. Above level 0 the keys of a
 * level's files do not overlap.
 *
 * @param family the column family, by position in {@link StoreFormat#NAMES}
 * @param level the level, 0 for what was just flushed
 * @param firstKey the least key
 * @param name what RocksDB calls it
 * @param bytes its size
 */
record StoredFile(int family, int level, ByteBuffer firstKey, String name, long bytes) {
  /** Files of a level in the order of their keys, level after level, family after family. */
  static final Comparator<StoredFile> ORDER =
      Comparator.comparingInt(StoredFile::family)
          .thenComparingInt(StoredFile::level)
          .thenComparing(StoredFile::firstKey, StoredFile::compareUnsigned);

  static StoredFile of(LiveFileMetaData file) {
    String family = new String(file.columnFamilyName(), StandardCharsets.UTF_8);
    return new StoredFile(
        StoreFormat.NAMES.indexOf(family),
        file.level(),
        ByteBuffer.wrap(file.smallestKey()),
        file.fileName(),
        file.size());
  }

  private static int compareUnsigned(ByteBuffer one, ByteBuffer other) {
    int at = one.mismatch(other);
    return at < 0 || at == Math.min(one.remaining(), other.remaining())
        ? Integer.compare(one.remaining(), other.remaining())
        : Byte.compareUnsigned(one.get(one.position() + at), other.get(other.position() + at));
  }

  boolean sharesLevelWith(StoredFile other) {
    return family == other.family && level == other.level;
  }
}
