// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.pack.NumberList;

/**
 * The processes of a seal by process id and by executable. Each list is one value, since a key for
 * each process would cost ten times as much. One thread.
 */
final class ProcessLists {
  /** Bytes that a list takes in memory besides its key. */
  private static final int LIST_BYTES = 128;

  private final TreeMap<Bytes, Numbers> lists = new TreeMap<>();
  private final NumberList numbers = new NumberList();
  private final ByteWriter key = new ByteWriter(256);
  private int bytes;

  /** A growing list of numbers. */
  private static final class Numbers {
    private long[] values = new long[4];
    private int count;

    void add(long value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }
  }

  void addPid(long pid, long process) {
    key.clear();
    key.putByte(StoreFormat.PIDS_KEY).putLong(pid >> StoreFormat.PIDS_BITS);
    Numbers list = list();
    list.add(pid & (1 << StoreFormat.PIDS_BITS) - 1);
    list.add(process);
  }

  void addExecutable(Bytes executable, long process) {
    key.clear();
    key.putByte(StoreFormat.EXECUTABLES_KEY).putRaw(executable).putByte(0);
    list().add(process);
  }

  private Numbers list() {
    bytes += 2 * Long.BYTES;
    return lists.computeIfAbsent(Bytes.wrap(key.copy()), added -> newList(added.length()));
  }

  private Numbers newList(int keyBytes) {
    bytes += keyBytes + LIST_BYTES;
    return new Numbers();
  }

  int bytes() {
    return bytes;
  }

  /** Adds all lists to a batch. */
  void writeTo(BatchEncoder batch, long sealLsn) {
    ByteWriter value = new ByteWriter(256);
    lists.forEach(
        (prefix, list) -> {
          key.clear();
          key.putRaw(prefix).putLong(sealLsn);
          value.clear();
          boolean isOfPids = prefix.at(0) == StoreFormat.PIDS_KEY;
          encode(list, isOfPids ? 2 : 1, value);
          batch.put(StoreFormat.LOOKUP, key.copy(), value);
        });
  }

  /** Encodes the differences of numbers in one or two interleaved columns. */
  private void encode(Numbers list, int columns, ByteWriter out) {
    int rows = list.count / columns;
    out.putVarint(rows);
    long[] steps = new long[rows];
    for (int column = 0; column < columns; column++) {
      long before = 0;
      for (int row = 0; row < rows; row++) {
        long value = list.values[row * columns + column];
        steps[row] = ByteWriter.zigzag(value - before);
        before = value;
      }
      out.putVarint(steps[0]);
      numbers.encode(steps, 1, rows, out);
    }
  }

  void clear() {
    lists.clear();
    bytes = 0;
  }
}
