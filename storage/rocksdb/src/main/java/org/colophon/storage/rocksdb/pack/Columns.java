// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.pack;

import java.util.Arrays;
import java.util.BitSet;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;

/**
 * Columns of numbers, by the place of their field in an item. One thread.
 *
 * <pre>
 * n, then n x (step of place, length * 4 + form, body)
 * PLAIN     the numbers
 * STEPS     power of a thousand, first number, the differences divided by the power
 * SAME      distance to an earlier column of the same length, difference to all of its numbers
 * DISTINCT  n, n numbers, index of each number
 * </pre>
 *
 * <p>{@link NumberList} encodes the numbers, differences and indexes.
 */
final class Columns {
  /** Fields of an item that have places of their own. */
  private static final int FIELDS = 32;

  private static final int FIELD_BITS = 4;
  private static final int PLACES = FIELDS << FIELD_BITS;
  private static final int PLACES_OF_FIELD = 1 << FIELD_BITS;
  private static final int TEMPLATE = 1;
  private static final int FIRST_NUMBER = 2;

  private static final int FORM_BITS = 2;
  private static final int PLAIN = 0;
  private static final int STEPS = 1;
  private static final int SAME = 2;
  private static final int DISTINCT = 3;

  private static final int THOUSAND = 1000;
  private static final int MAX_POWER = 3;
  private static final int MAX_DISTINCT = 16;

  /** Bits of a number that its index would hardly reduce. */
  private static final int CHEAP_BITS = 3;

  /** A shorter column would not pay for its distinct numbers. */
  private static final int MIN_FOR_DISTINCT = 24;

  private final long[][] columns = new long[PLACES][];
  private final int[] lengths = new int[PLACES];
  private final int[] next = new int[PLACES];
  private final BitSet used = new BitSet(PLACES);
  private final NumberList list = new NumberList();
  private final long[] distinct = new long[MAX_DISTINCT];
  private long[] steps = new long[64];
  private long[] indexes = new long[64];

  /** Returns the place of a field that is a number; later fields share the last place. */
  static int number(int field) {
    return Math.min(field, FIELDS - 1) << FIELD_BITS;
  }

  /** Returns the place of the template of a field that is a text. */
  static int template(int field) {
    return number(field) + TEMPLATE;
  }

  /** Returns the place of a number in the text of a field; later numbers share the last place. */
  static int numberIn(int field, int number) {
    return number(field) + Math.min(FIRST_NUMBER + number, PLACES_OF_FIELD - 1);
  }

  void clear() {
    for (int place = used.nextSetBit(0); place >= 0; place = used.nextSetBit(place + 1)) {
      lengths[place] = 0;
      next[place] = 0;
    }
    used.clear();
  }

  void add(int place, long value) {
    final int length = lengths[place];
    final long[] column = columns[place];
    if (column != null && length > 0 && length < column.length) {
      column[length] = value;
    } else {
      used.set(place);
      room(place, length + 1)[length] = value;
    }
    lengths[place] = length + 1;
  }

  private long[] room(int place, int length) {
    long[] column = columns[place];
    if (column == null) {
      column = new long[Math.max(64, length)];
    } else if (column.length < length) {
      column = Arrays.copyOf(column, Math.max(length, 2 * column.length));
    }
    columns[place] = column;
    return column;
  }

  /** Returns the next number of a column. */
  long next(int place) {
    if (next[place] == lengths[place]) {
      throw new IndexOutOfBoundsException("a packed column is too short");
    }
    return columns[place][next[place]++];
  }

  /** Replaces the number of each template. */
  void renumberTemplates(int[] numbers) {
    for (int place = TEMPLATE; place < PLACES; place += PLACES_OF_FIELD) {
      for (int i = 0; i < lengths[place]; i++) {
        columns[place][i] = numbers[(int) columns[place][i]];
      }
    }
  }

  void encode(ByteWriter out) {
    out.putVarint(used.cardinality());
    int previous = 0;
    for (int place = used.nextSetBit(0); place >= 0; place = used.nextSetBit(place + 1)) {
      out.putVarint(place - previous);
      encode(place, out);
      previous = place;
    }
  }

  private void encode(int place, ByteWriter out) {
    final int length = lengths[place];
    final long[] values = columns[place];
    final long header = (long) length << FORM_BITS;
    final int same = same(place);
    if (same >= 0) {
      out.putVarint(header | SAME).putVarint(place - same);
      out.putSigned(values[0] - columns[same][0]);
      return;
    }
    final int plainCost = list.cost(values, 0, length);
    final int power = steps(values, length);
    final int stepsCost = list.cost(steps, 1, length);
    final boolean isCheap = Math.min(plainCost, stepsCost) <= length * CHEAP_BITS;
    final int distinctCount = isCheap ? 0 : distinct(values, length);
    if (distinctCount > 0 && distinctCost(distinctCount, length) < Math.min(plainCost, stepsCost)) {
      out.putVarint(header | DISTINCT).putVarint(distinctCount);
      for (int i = 0; i < distinctCount; i++) {
        out.putVarint(distinct[i]);
      }
      list.encode(indexes, 0, length, out);
    } else if (stepsCost < plainCost) {
      out.putVarint(header | STEPS).putByte(power).putVarint(values[0]);
      list.encode(steps, 1, length, out);
    } else {
      out.putVarint(header | PLAIN);
      list.encode(values, 0, length, out);
    }
  }

  /** Returns an earlier column from which this one differs by one number, or -1. */
  private int same(int place) {
    final int length = lengths[place];
    final long[] values = columns[place];
    int other = length == 1 ? -1 : used.previousSetBit(place - 1);
    while (other >= 0 && !(lengths[other] == length && isSame(values, columns[other], length))) {
      other = used.previousSetBit(other - 1);
    }
    return other;
  }

  private static boolean isSame(long[] values, long[] others, int length) {
    final long difference = values[0] - others[0];
    for (int i = 1; i < length; i++) {
      if (values[i] - others[i] != difference) {
        return false;
      }
    }
    return true;
  }

  /** Computes the differences, and divides them. Returns the power of a thousand. */
  private int steps(long[] values, int length) {
    if (steps.length < length) {
      steps = new long[length * 2];
    }
    for (int i = 1; i < length; i++) {
      steps[i] = values[i] - values[i - 1];
    }
    int power = 0;
    while (power < MAX_POWER && divide(length)) {
      power++;
    }
    for (int i = 1; i < length; i++) {
      steps[i] = ByteWriter.zigzag(steps[i]);
    }
    return power;
  }

  private boolean divide(int length) {
    boolean isAllZero = true;
    for (int i = 1; i < length; i++) {
      if (steps[i] % THOUSAND != 0) {
        return false;
      }
      isAllZero &= steps[i] == 0;
    }
    for (int i = 1; !isAllZero && i < length; i++) {
      steps[i] /= THOUSAND;
    }
    return !isAllZero;
  }

  /** Finds the distinct numbers and their indexes. Returns their count, 0 if they are too many. */
  private int distinct(long[] values, int length) {
    if (length < MIN_FOR_DISTINCT) {
      return 0;
    }
    if (indexes.length < length) {
      indexes = new long[length * 2];
    }
    int count = 0;
    for (int i = 0; i < length; i++) {
      int index = 0;
      while (index < count && distinct[index] != values[i]) {
        index++;
      }
      if (index == MAX_DISTINCT) {
        return 0;
      }
      if (index == count) {
        distinct[count++] = values[i];
      }
      indexes[i] = index;
    }
    return count;
  }

  private int distinctCost(int count, int length) {
    int bits = list.cost(indexes, 0, length);
    for (int i = 0; i < count; i++) {
      bits += NumberList.varintBits(distinct[i]);
    }
    return bits;
  }

  /** Reads all columns. */
  void decode(ByteReader in) {
    clear();
    int place = 0;
    for (int left = in.getLength(); left > 0; left--) {
      place = Math.addExact(place, in.getLength());
      decode(place, in);
    }
  }

  private void decode(int place, ByteReader in) {
    final int header = in.getLength();
    final int length = header >>> FORM_BITS;
    final long[] values = room(place, length);
    lengths[place] = length;
    used.set(place);
    switch (header & (1 << FORM_BITS) - 1) {
      case SAME -> {
        final long[] others = columns[place - in.getLength()];
        final long difference = in.getSigned();
        for (int i = 0; i < length; i++) {
          values[i] = others[i] + difference;
        }
      }
      case STEPS -> decodeSteps(values, length, in);
      case DISTINCT -> {
        final long[] numbers = new long[in.getLength()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = in.getVarint();
        }
        list.decode(in, values, 0, length);
        for (int i = 0; i < length; i++) {
          values[i] = numbers[(int) values[i]];
        }
      }
      default -> list.decode(in, values, 0, length);
    }
  }

  private void decodeSteps(long[] values, int length, ByteReader in) {
    long unit = 1;
    for (int power = in.getByte(); power > 0; power--) {
      unit *= THOUSAND;
    }
    values[0] = in.getVarint();
    list.decode(in, values, 1, length);
    for (int i = 1; i < length; i++) {
      values[i] = values[i - 1] + ByteReader.unzigzag(values[i]) * unit;
    }
  }
}
