// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/** Reads groups from their families. Any number of threads. */
record GroupLoader(Database database) {
  Group load(int family, long group, int factClass) {
    byte[] prefix = prefix(group, factClass);
    int later = StoreFormat.later(family);
    // First, so that a seal between the two scans is visible as a whole or not at all.
    List<byte[]> laterValues =
        database.has(later)
            ? database.scanGroup(later, iterator -> new Cursor(iterator).values(prefix))
            : List.of();
    List<byte[]> values =
        database.scanGroup(family, iterator -> new Cursor(iterator).values(prefix));
    values.addAll(laterValues);
    return Group.of(values);
  }

  /** Returns consecutive groups, read with one iterator for each family. */
  List<Group> load(int family, long first, int count, int factClass) {
    List<List<byte[]>> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(new ArrayList<>());
    }
    int later = StoreFormat.later(family);
    if (database.has(later)) {
      database.scan(later, iterator -> add(iterator, first, factClass, values));
    }
    List<List<byte[]>> laterValues = new ArrayList<>(values);
    values.replaceAll(each -> new ArrayList<>());
    database.scan(family, iterator -> add(iterator, first, factClass, values));
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.get(i).addAll(laterValues.get(i));
      groups.add(Group.of(values.get(i)));
    }
    return groups;
  }

  private static byte[] prefix(long group, int factClass) {
    return new ByteWriter(StoreFormat.GROUP_PREFIX).putLong(group).putByte(factClass).copy();
  }

  private static Void add(
      RocksIterator iterator, long first, int factClass, List<List<byte[]>> values) {
    Cursor cursor = new Cursor(iterator);
    for (int i = 0; i < values.size(); i++) {
      values.get(i).addAll(cursor.values(prefix(first + i, factClass)));
    }
    return null;
  }

  /** Reads the values of ascending prefixes. Seeks only those that can have values. */
  private static final class Cursor {
    private final RocksIterator iterator;
    private byte @Nullable [] key = {};

    Cursor(RocksIterator iterator) {
      this.iterator = iterator;
    }

    List<byte[]> values(byte[] prefix) {
      List<byte[]> values = new ArrayList<>();
      if (key != null && Arrays.compareUnsigned(key, prefix) < 0) {
        iterator.seek(prefix);
        readKey();
      }
      while (key != null && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
        values.add(iterator.value());
        iterator.next();
        readKey();
      }
      return values;
    }

    private void readKey() {
      key = iterator.isValid() ? iterator.key() : null;
    }
  }
}
