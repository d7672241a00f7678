// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.List;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;

/**
 * All facts of one class about a group of ids, as the read cache keeps them. The values of all
 * seals are joined by id, so reading one id does not touch the others.
 *
 * <p>The data of an id is a list of chunks, one for each seal in order. A chunk has the length of
 * its items (8 bytes), the base LSN (8), the base milliseconds (8) and the items.
 */
public final class Group {
  public static final int CHUNK_HEADER = 3 * Long.BYTES;

  /** A group without facts. */
  public static final Group EMPTY =
      new Group(new byte[0], new int[StoreFormat.GROUP_SIZE + 1], 0, null);

  private static final int OVERHEAD = 64 + Integer.BYTES * (StoreFormat.GROUP_SIZE + 1);

  private final byte[] data;
  private final int[] starts;
  private final long updates;
  private final @Nullable String damage;

  private Group(byte[] data, int[] starts, long updates, @Nullable String damage) {
    this.data = data;
    this.starts = starts;
    this.updates = updates;
    this.damage = damage;
  }

  /** Returns the damage because of which facts are missing; null if none are. */
  public @Nullable String damage() {
    return damage;
  }

  public byte[] data() {
    return data;
  }

  public int start(long id) {
    return starts[idInGroup(id)];
  }

  public int end(long id) {
    return starts[idInGroup(id) + 1];
  }

  /** Returns whether later seals update intervals of an id. */
  public boolean hasUpdates(long id) {
    return (updates >>> idInGroup(id) & 1) != 0;
  }

  private static int idInGroup(long id) {
    return (int) id & StoreFormat.GROUP_SIZE - 1;
  }

  /** Returns the size in the cache in bytes. */
  public int weight() {
    return data.length + OVERHEAD;
  }

  /**
   * Joins the values of a group and class, in order of their seals.
   *
   * @param met the damages that reading them met; mostly none
   */
  public static Group of(List<byte[]> values, List<String> met) {
    String damage = met.isEmpty() ? null : met.get(0);
    return values.isEmpty() && damage == null ? EMPTY : new Builder(values).build(damage);
  }

  /** Reads the values twice: for the lengths, and to copy. */
  private static final class Builder {
    private final List<byte[]> values;
    private final int[] starts = new int[StoreFormat.GROUP_SIZE + 1];
    private long updates;

    Builder(List<byte[]> values) {
      this.values = values;
    }

    Group build(@Nullable String damage) {
      values.forEach(this::measure);
      int total = 0;
      for (int id = 0; id <= StoreFormat.GROUP_SIZE; id++) {
        int length = starts[id];
        starts[id] = total;
        total = Math.addExact(total, length);
      }
      byte[] data = new byte[total];
      int[] next = starts.clone();
      values.forEach(value -> copy(value, data, next));
      return new Group(data, starts, updates, damage);
    }

    private void measure(byte[] value) {
      ByteReader in = new ByteReader(value);
      in.getVarint();
      in.getVarint();
      int id = 0;
      for (int left = in.getLength(); left > 0; left--) {
        id += in.getLength();
        long code = in.getVarint();
        starts[id] = Math.addExact(starts[id], CHUNK_HEADER + Math.toIntExact(code >>> 1));
        updates |= (code & 1) << id;
      }
    }

    private static void copy(byte[] value, byte[] data, int[] next) {
      ByteReader in = new ByteReader(value);
      final long baseLsn = in.getVarint();
      final long baseMillis = in.getVarint();
      final int ids = in.getLength();
      int item = startOfItems(in, ids);
      int id = 0;
      for (int left = ids; left > 0; left--) {
        id += in.getLength();
        final int length = Math.toIntExact(in.getVarint() >>> 1);
        final int at = next[id];
        ByteReader.setLong(data, at, length);
        ByteReader.setLong(data, at + Long.BYTES, baseLsn);
        ByteReader.setLong(data, at + 2 * Long.BYTES, baseMillis);
        System.arraycopy(value, item, data, at + CHUNK_HEADER, length);
        next[id] = at + CHUNK_HEADER + length;
        item += length;
      }
    }

    private static int startOfItems(ByteReader in, int ids) {
      int index = in.position();
      for (int left = 2 * ids; left > 0; left--) {
        in.getVarint();
      }
      int start = in.position();
      in.seek(index);
      return start;
    }
  }
}
