// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.damage.LostFile;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.rocksdb.LiveFileMetaData;

/**
 * A file of a level of a column family. Above level 0 the keys of a level's files do not overlap.
 *
 * @param family the position of the column family in {@link StoreFormat#NAMES}
 * @param level the level, 0 for flushed files
 * @param firstKey the smallest key
 * @param lastKey the largest key
 * @param name RocksDB's name
 * @param bytes the size
 */
public record StoredFile(
    int family, int level, ByteBuffer firstKey, Bytes lastKey, String name, long bytes) {
  /** Orders files by family, level and key. */
  public static final Comparator<StoredFile> ORDER =
      Comparator.comparingInt(StoredFile::family)
          .thenComparingInt(StoredFile::level)
          .thenComparing(StoredFile::firstKey, StoredFile::compareUnsigned);

  public static StoredFile of(LiveFileMetaData file) {
    String family = new String(file.columnFamilyName(), StandardCharsets.UTF_8);
    return new StoredFile(
        StoreFormat.NAMES.indexOf(family),
        file.level(),
        ByteBuffer.wrap(file.smallestKey()),
        Bytes.wrap(file.largestKey()),
        file.fileName(),
        file.size());
  }

  /** Returns a lost file like one that is there. */
  static StoredFile of(LostFile file) {
    return new StoredFile(
        file.family(),
        file.level(),
        ByteBuffer.wrap(file.first().toArray()),
        file.last(),
        file.name(),
        file.bytes());
  }

  private static int compareUnsigned(ByteBuffer one, ByteBuffer other) {
    int at = one.mismatch(other);
    return at < 0 || at == Math.min(one.remaining(), other.remaining())
        ? Integer.compare(one.remaining(), other.remaining())
        : Byte.compareUnsigned(one.get(one.position() + at), other.get(other.position() + at));
  }

  public boolean sharesLevelWith(StoredFile other) {
    return family == other.family && level == other.level;
  }
}
