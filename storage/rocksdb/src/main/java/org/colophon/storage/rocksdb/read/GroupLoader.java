// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Lsn;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.Reads;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.pack.GroupUnpacker;
import org.jspecify.annotations.Nullable;

/**
 * Reads groups from their families. Of a group up to an LSN, it reads the seals up to the LSN, and
 * those of later ones that are marked since some of their facts began earlier. Seals of older
 * versions have no marks, so it reads them all. A group that lacks damaged facts has the first
 * damage. Any number of threads.
 *
 * @param markedLsn the first LSN of seals of version 4
 */
record GroupLoader(Database database, long markedLsn) {
  Group load(int family, long group, int factClass, long untilLsn) {
    List<String> met = new ArrayList<>(1);
    Reads reads = tolerating(met);
    byte[] prefix = prefix(group, factClass);
    long sealLsn = lastSeal(untilLsn);
    int later = StoreFormat.later(family);
    // First, so that a seal between the two scans is visible as a whole or not at all.
    List<byte[]> laterValues =
        reads.has(later)
            ? reads.scanGroup(later, iterator -> new Values(iterator).values(prefix, sealLsn))
            : List.of();
    List<byte[]> values =
        reads.scanGroup(family, iterator -> new Values(iterator).values(prefix, sealLsn));
    values.addAll(laterValues);
    addMarked(reads, family, group, factClass, untilLsn, values);
    return group(family, factClass, values, met);
  }

  private Reads tolerating(List<String> met) {
    return database.tolerating(damage -> met.add(String.valueOf(damage.getMessage())));
  }

  /** Returns consecutive groups, read with one iterator for each family. */
  List<Group> load(int family, long first, int count, int factClass, long untilLsn) {
    List<String> met = new ArrayList<>(1);
    Reads reads = tolerating(met);
    long sealLsn = lastSeal(untilLsn);
    List<List<byte[]>> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(new ArrayList<>());
    }
    int later = StoreFormat.later(family);
    if (reads.has(later)) {
      reads.scan(later, iterator -> add(iterator, first, factClass, sealLsn, values));
    }
    List<List<byte[]>> laterValues = new ArrayList<>(values);
    values.replaceAll(each -> new ArrayList<>());
    reads.scan(family, iterator -> add(iterator, first, factClass, sealLsn, values));
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.get(i).addAll(laterValues.get(i));
      addMarked(reads, family, first + i, factClass, untilLsn, values.get(i));
      groups.add(group(family, factClass, values.get(i), met));
    }
    return groups;
  }

  private static Group group(int family, int factClass, List<byte[]> values, List<String> damages) {
    values.replaceAll(value -> GroupUnpacker.unpack(family, factClass, value));
    return Group.of(values, damages);
  }

  /** Returns the LSN up to which all seals are read. */
  private long lastSeal(long untilLsn) {
    return markedLsn == Lsn.LATEST ? Lsn.LATEST : Math.max(untilLsn, markedLsn - 1);
  }

  /** Adds the values of seals after an LSN with facts that began at or before it. */
  private void addMarked(
      Reads reads, int family, long group, int factClass, long untilLsn, List<byte[]> values) {
    long sealLsn = lastSeal(untilLsn);
    if (sealLsn == Lsn.LATEST) {
      return;
    }
    int later = StoreFormat.later(family);
    byte[] marks = prefix(group, factClass | StoreFormat.BEGAN_EARLIER);
    List<Long> seals =
        reads.scanGroup(
            later,
            iterator -> {
              List<Long> found = new ArrayList<>();
              iterator.seek(key(marks, sealLsn + 1));
              for (; hasPrefix(iterator, marks); iterator.next()) {
                if (new ByteReader(iterator.value()).getVarint() <= untilLsn) {
                  found.add(sealOf(iterator.key()));
                }
              }
              return found;
            });
    for (long seal : seals) {
      byte[] key = key(prefix(group, factClass), seal);
      byte[] inLater = reads.get(later, key);
      byte[] value = inLater != null ? inLater : reads.get(family, key);
      if (value != null) { // it is missing only if it is damaged
        values.add(value);
      }
    }
  }

  private static boolean hasPrefix(Cursor iterator, byte[] prefix) {
    return iterator.isValid()
        && Arrays.equals(iterator.key(), 0, prefix.length, prefix, 0, prefix.length);
  }

  private static byte[] key(byte[] prefix, long seal) {
    return new ByteWriter(2 * Long.BYTES + 1).putRaw(prefix, 0, prefix.length).putLong(seal).copy();
  }

  private static long sealOf(byte[] key) {
    return ByteReader.longAt(key, StoreFormat.GROUP_PREFIX);
  }

  private static byte[] prefix(long group, int factClass) {
    return new ByteWriter(StoreFormat.GROUP_PREFIX).putLong(group).putByte(factClass).copy();
  }

  private static Void add(
      Cursor iterator, long first, int factClass, long sealLsn, List<List<byte[]>> values) {
    Values cursor = new Values(iterator);
    for (int i = 0; i < values.size(); i++) {
      values.get(i).addAll(cursor.values(prefix(first + i, factClass), sealLsn));
    }
    return null;
  }

  /** Reads the values of ascending prefixes. Seeks only those that can have values. */
  private static final class Values {
    private final Cursor iterator;
    private byte @Nullable [] key = {};

    Values(Cursor iterator) {
      this.iterator = iterator;
    }

    /** Returns the values with a prefix of the seals up to an LSN. */
    List<byte[]> values(byte[] prefix, long sealLsn) {
      List<byte[]> values = new ArrayList<>();
      if (key != null && Arrays.compareUnsigned(key, prefix) < 0) {
        iterator.seek(prefix);
        readKey();
      }
      while (key != null
          && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)
          && sealOf(key) <= sealLsn) {
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
