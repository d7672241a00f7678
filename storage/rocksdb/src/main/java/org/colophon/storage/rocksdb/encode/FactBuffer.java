// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;
import org.colophon.core.model.Lsn;
import org.colophon.storage.rocksdb.format.ByteWriter;

/**
 * Facts other than operations, buffered for a seal. Each is encoded on arrival and belongs to one
 * id, class and direction. One thread.
 *
 * <p>To add a fact, call {@link #begin} and write its item into the returned writer.
 */
final class FactBuffer {
  private final ByteWriter items = new ByteWriter(1 << 16);
  private byte[] families = new byte[256];
  private byte[] classes = new byte[256];
  private long[] ids = new long[256];
  private int[] starts = new int[257];
  private long[] firstLsns = new long[256];
  private int facts;

  /** Begins the next fact. It ends where the following one begins. */
  ByteWriter begin(int family, long id, int factClass) {
    return begin(family, id, factClass, Lsn.OPEN);
  }

  /** Begins a fact that may have begun before its seal. */
  ByteWriter begin(int family, long id, int factClass, long firstLsn) {
    if (facts == ids.length) {
      grow();
    }
    families[facts] = (byte) family;
    classes[facts] = (byte) factClass;
    ids[facts] = id;
    starts[facts] = items.size();
    firstLsns[facts] = firstLsn;
    facts++;
    return items;
  }

  private void grow() {
    int grown = facts * 2;
    families = Arrays.copyOf(families, grown);
    classes = Arrays.copyOf(classes, grown);
    ids = Arrays.copyOf(ids, grown);
    starts = Arrays.copyOf(starts, grown + 1);
    firstLsns = Arrays.copyOf(firstLsns, grown);
  }

  int facts() {
    return facts;
  }

  int bytes() {
    return items.size();
  }

  int family(int fact) {
    return families[fact];
  }

  int factClass(int fact) {
    return classes[fact];
  }

  long id(int fact) {
    return ids[fact];
  }

  /** Returns the LSN at which a fact began; {@link Lsn#OPEN} if that is not before its seal. */
  long firstLsn(int fact) {
    return firstLsns[fact];
  }

  void copy(int fact, ByteWriter target) {
    int end = fact + 1 == facts ? items.size() : starts[fact + 1];
    target.putRaw(items.data(), starts[fact], end - starts[fact]);
  }

  void clear() {
    items.clear();
    facts = 0;
  }
}
