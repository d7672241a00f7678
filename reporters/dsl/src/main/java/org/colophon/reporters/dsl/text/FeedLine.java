// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A parsed line. The next line reuses the object. If a key is repeated, the last value counts, as
 * in SPADE.
 */
public final class FeedLine {
  public static final int MAX_ANNOTATIONS = 4096;

  /** The type of the vertex or edge; empty if absent. */
  public Bytes type = Bytes.EMPTY;

  public Bytes id = Bytes.EMPTY;
  public Bytes from = Bytes.EMPTY;
  public Bytes to = Bytes.EMPTY;

  private Bytes[] keys = new Bytes[16];
  private Bytes[] values = new Bytes[16];
  private boolean[] isTaken = new boolean[16];
  private int count;
  private long latestNanos;

  public void reset() {
    type = Bytes.EMPTY;
    id = Bytes.EMPTY;
    from = Bytes.EMPTY;
    to = Bytes.EMPTY;
    count = 0;
  }

  public int count() {
    return count;
  }

  /** Returns whether the line is blank. */
  public boolean isEmpty() {
    return type.isEmpty() && id.isEmpty() && count == 0 && !isEdge();
  }

  public Bytes key(int i) {
    return keys[i];
  }

  public Bytes value(int i) {
    return values[i];
  }

  public boolean isEdge() {
    return !from.isEmpty() || !to.isEmpty();
  }

  /** Adds a pair; returns false if the line has too many pairs. */
  public boolean put(Bytes key, Bytes value) {
    switch (Word.of(key)) {
      case TYPE -> type = value;
      case ID -> id = value;
      case FROM -> from = value;
      case TO -> to = value;
      default -> {
        return annotate(key, value);
      }
    }
    return true;
  }

  private boolean annotate(Bytes key, Bytes value) {
    if (count == MAX_ANNOTATIONS) {
      return false;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count * 2);
      values = Arrays.copyOf(values, count * 2);
      isTaken = Arrays.copyOf(isTaken, count * 2);
    }
    keys[count] = key;
    isTaken[count] = false;
    values[count++] = value;
    return true;
  }

  /** Returns whether Colophon's model represents the annotation. */
  public boolean isTaken(int i) {
    return isTaken[i];
  }

  /** Returns the last value of the first of these keys that the line has; null if it has none. */
  public @Nullable Bytes find(List<Bytes> wanted) {
    int at = indexOf(wanted);
    return at < 0 ? null : values[at];
  }

  /** Finds a value and marks it as {@linkplain #isTaken represented}. */
  public @Nullable Bytes take(List<Bytes> wanted) {
    int at = indexOf(wanted);
    if (at < 0) {
      return null;
    }
    isTaken[at] = true;
    return values[at];
  }

  /** Parses a time and marks its key as used; returns 0 if it is absent or invalid. */
  public long takeTime(List<Bytes> wanted) {
    int at = indexOf(wanted);
    long nanos = at < 0 ? 0 : Times.nanos(values[at]);
    if (nanos != 0) {
      isTaken[at] = true;
      latestNanos = nanos;
    }
    return nanos;
  }

  /**
   * Returns the last time that was taken from this line or an earlier one, 0 without one. A line
   * without a time was written at about that time, not at the time of its import.
   */
  public long latestNanos() {
    return latestNanos;
  }

  /** Parses a number and marks its key as used; returns 0 if it is absent or invalid. */
  public long takeNumber(List<Bytes> wanted) {
    int at = indexOf(wanted);
    long number = at < 0 ? -1 : Times.number(values[at]);
    if (number < 0) {
      return 0;
    }
    isTaken[at] = true;
    return number;
  }

  private int indexOf(List<Bytes> wanted) {
    for (int w = 0; w < wanted.size(); w++) {
      Bytes key = wanted.get(w);
      int hash = key.hashCode();
      for (int i = count - 1; i >= 0; i--) {
        if (keys[i].hashCode() == hash && keys[i].equals(key)) {
          return i;
        }
      }
    }
    return -1;
  }

  /** Returns a hash of the annotations, independent of their order. */
  public long fingerprint() {
    long sum = mix(type, 1);
    for (int i = 0; i < count; i++) {
      sum += mix(values[i], mix(keys[i], 7));
    }
    return sum;
  }

  private static long mix(Bytes bytes, long seed) {
    final int length = bytes.length();
    long h = seed ^ length * 0xcbf29ce484222325L;
    int i = 0;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      h = spread(h ^ (word(bytes, i, Integer.BYTES) | word(bytes, i + 4, Integer.BYTES) << 32));
    }
    for (; i < length; i += Integer.BYTES) {
      h = spread(h ^ word(bytes, i, Math.min(Integer.BYTES, length - i)));
    }
    return spread(h) + 1;
  }

  private static long word(Bytes bytes, int from, int length) {
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (bytes.at(from + i) & 0xffL) << (Byte.SIZE * i);
    }
    return word;
  }

  private static long spread(long h) {
    long product = h * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 32;
  }

  /** The keys that are not annotations. Case is ignored, as in SPADE. */
  private enum Word {
    TYPE,
    ID,
    FROM,
    TO,
    OTHER;

    static Word of(Bytes key) {
      return switch (key.length()) {
        case 2 -> is(key, "id") ? ID : is(key, "to") ? TO : OTHER;
        case 4 -> is(key, "type") ? TYPE : is(key, "from") ? FROM : OTHER;
        default -> OTHER;
      };
    }

    private static boolean is(Bytes key, String word) {
      for (int i = 0; i < word.length(); i++) {
        if ((key.at(i) | 0x20) != word.charAt(i)) {
          return false;
        }
      }
      return true;
    }
  }
}
