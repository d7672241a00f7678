// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.pack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.ColumnCodec;
import org.jspecify.annotations.Nullable;

/**
 * Packs the value of a group: the fields of all items become {@link Columns}. A text becomes a
 * template, in which a zero byte stands for each run of digits, and numbers. So paths, commands and
 * annotations that differ in their numbers share one template.
 *
 * <pre>
 * 0, base LSN, base ms, n, ids: n x step, n x (items * 2 + has updates)
 * t, t x template, columns
 * </pre>
 *
 * <p>In a class without texts, each field counts as an item. One thread.
 */
public final class GroupPacker extends Fields {
  /** First number of a packed value; other values begin with an LSN. */
  static final int PACKED = 0;

  /** A zero byte in a text has this in place of a number. */
  static final long ZERO_BYTE = -1;

  /** Values of more bytes for each id are long runs, which have columns of their own. */
  private static final int MAX_BYTES_OF_NUMBERS = 48;

  private static final int MIN_IDS = 4;
  private static final int MAX_DIGITS = 18;
  private static final int MAX_RECENT = 32;

  private final Columns columns = new Columns();
  private final Map<Bytes, Integer> templates = new HashMap<>();
  private final ByteWriter out = new ByteWriter(1 << 14);
  private final @Nullable Bytes[] recent = new Bytes[MAX_RECENT];
  private final int[] recentNumbers = new int[MAX_RECENT];
  private byte[] template = new byte[256];
  private int templateBytes;
  private long[] numbers = new long[16];
  private long[] counts = new long[128];
  private byte[] source = {};
  private ByteReader in = new ByteReader(source);
  private int field;

  /**
   * Packs a value.
   *
   * @param index base LSN, base milliseconds and the ids, each with twice the length of its items
   * @param items the items of all ids
   * @return the packed value, valid until the next call; null if it is not smaller
   */
  public @Nullable ByteWriter pack(int family, int factClass, ByteWriter index, ByteWriter items) {
    ByteReader ids = new ByteReader(index.data());
    final long baseLsn = ids.getVarint();
    final long baseMillis = ids.getVarint();
    final int count = ids.getLength();
    final boolean hasTexts = hasTexts(factClass);
    if (count < MIN_IDS || (!hasTexts && items.size() > count * MAX_BYTES_OF_NUMBERS)) {
      return null;
    }
    begin(items);
    for (int id = 0; id < count; id++) {
      counts[id] = ids.getVarint();
      final long code = ids.getVarint();
      counts[count + id] = items(family, factClass, (int) (code >>> 1)) << 1 | (code & 1);
    }
    out.putVarint(PACKED).putVarint(baseLsn).putVarint(baseMillis).putVarint(count);
    ColumnCodec.encode(counts, 0, count, out);
    ColumnCodec.encode(counts, count, 2 * count, out);
    encodeTemplates();
    columns.encode(out);
    return out.size() < index.size() + items.size() ? out : null;
  }

  /** Encodes the templates in the order of their bytes, which is similar in many groups. */
  private void encodeTemplates() {
    out.putVarint(templates.size());
    List<Bytes> sorted = new ArrayList<>(templates.keySet());
    Collections.sort(sorted);
    int[] numbers = new int[sorted.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[templates.getOrDefault(sorted.get(i), 0)] = i;
      out.putString(sorted.get(i));
    }
    columns.renumberTemplates(numbers);
  }

  private void begin(ByteWriter items) {
    source = items.data();
    in = new ByteReader(source);
    columns.clear();
    templates.clear();
    Arrays.fill(recent, null);
    out.clear();
  }

  /** Reads the items of an id, and returns their number. */
  private long items(int family, int factClass, int length) {
    final int end = in.position() + length;
    final boolean hasTexts = hasTexts(factClass);
    long count = 0;
    field = 0;
    for (; in.position() < end; count++) {
      field = hasTexts ? 0 : field;
      item(family, factClass);
    }
    return count;
  }

  @Override
  long number() {
    final long value = in.getVarint();
    columns.add(Columns.number(field++), value);
    return value;
  }

  @Override
  void text() {
    final int length = in.getLength();
    final int count = split(in.position(), in.position() + length);
    in.seek(in.position() + length);
    columns.add(Columns.template(field), numberOfTemplate());
    for (int i = 0; i < count; i++) {
      columns.add(Columns.numberIn(field, i), numbers[i]);
    }
    field++;
  }

  /** Returns the number of the template, which is often that of the field in the last item. */
  private int numberOfTemplate() {
    final int place = Math.min(field, MAX_RECENT - 1);
    final Bytes last = recent[place];
    final int size = templateBytes;
    if (last != null && last.length() == size && last.isAt(0, size, template, 0)) {
      return recentNumbers[place];
    }
    final Bytes key = Bytes.copyOf(template, 0, size);
    final int number = templates.computeIfAbsent(key, added -> templates.size());
    recent[place] = key;
    recentNumbers[place] = number;
    return number;
  }

  /** Splits a text into its template and its numbers, and returns the number of numbers. */
  private int split(int from, int to) {
    final byte[] bytes = source;
    if (template.length < to - from) {
      template = new byte[2 * (to - from)];
    }
    final byte[] target = template;
    int size = 0;
    int count = 0;
    int at = from;
    while (at < to) {
      final byte b = bytes[at];
      final boolean isLeadingZero = b == '0' && at + 1 < to && isDigit(bytes[at + 1]);
      if (b != 0 && (!isDigit(b) || isLeadingZero)) {
        target[size++] = b;
        at++;
        continue;
      }
      long number = ZERO_BYTE;
      int end = at + 1;
      if (b != 0) {
        number = (long) b - '0';
        for (; end < to && end - at < MAX_DIGITS && isDigit(bytes[end]); end++) {
          number = number * 10 + bytes[end] - '0';
        }
      }
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = number;
      target[size++] = 0;
      at = end;
    }
    templateBytes = size;
    return count;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
