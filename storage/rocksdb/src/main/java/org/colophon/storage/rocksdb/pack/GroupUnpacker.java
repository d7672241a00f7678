// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.pack;

import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.ColumnCodec;

/** Unpacks values of {@link GroupPacker}. Used once. */
public final class GroupUnpacker extends Fields {
  private final Columns columns = new Columns();
  private final ByteWriter items = new ByteWriter(1 << 12);
  private final ByteWriter text = new ByteWriter(1 << 8);
  private Bytes[] templates = {};
  private int field;

  private GroupUnpacker() {}

  /** Returns the value before it was packed; a value that is not packed is returned itself. */
  public static byte[] unpack(int family, int factClass, byte[] value) {
    return value[0] == GroupPacker.PACKED
        ? new GroupUnpacker().plain(family, factClass, new ByteReader(value, 1))
        : value;
  }

  private byte[] plain(int family, int factClass, ByteReader in) {
    ByteWriter index = new ByteWriter(1 << 9);
    index.putVarint(in.getVarint()).putVarint(in.getVarint());
    final int count = in.getLength();
    index.putVarint(count);
    long[] steps = new long[count];
    long[] counts = new long[count];
    ColumnCodec.decode(in, steps, 0, count);
    ColumnCodec.decode(in, counts, 0, count);
    templates = new Bytes[in.getLength()];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = in.getString();
    }
    columns.decode(in);
    for (int id = 0; id < count; id++) {
      final int start = items.size();
      items(family, factClass, counts[id] >>> 1);
      index.putVarint(steps[id]);
      index.putVarint((long) (items.size() - start) << 1 | (counts[id] & 1));
    }
    return index.putRaw(items.data(), 0, items.size()).copy();
  }

  private void items(int family, int factClass, long count) {
    final boolean hasTexts = hasTexts(factClass);
    field = 0;
    for (long left = count; left > 0; left--) {
      field = hasTexts ? 0 : field;
      item(family, factClass);
    }
  }

  @Override
  long number() {
    final long value = columns.next(Columns.number(field++));
    items.putVarint(value);
    return value;
  }

  @Override
  void text() {
    final Bytes template = templates[Math.toIntExact(columns.next(Columns.template(field)))];
    text.clear();
    int number = 0;
    for (int i = 0; i < template.length(); i++) {
      final byte b = template.at(i);
      if (b == 0) {
        put(columns.next(Columns.numberIn(field, number++)));
      } else {
        text.putByte(b);
      }
    }
    items.putVarint(text.size()).putRaw(text.data(), 0, text.size());
    field++;
  }

  private void put(long number) {
    if (number == GroupPacker.ZERO_BYTE) {
      text.putByte(0);
    } else {
      text.putRaw(Bytes.of(Long.toString(number)));
    }
  }
}
