package org.colophon.reporters.dsl.feed;

import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * A line taken apart. Reused from line to line. Of words that come twice the last counts, as with
 * SPADE.
 */
final class FeedLine {
  /** More annotations than this are an attack, or not a feed. */
  static final int MAX_ANNOTATIONS = 4096;

  /** Empty where the line has none. */
  Bytes type;

  Bytes id;
  Bytes from;
  Bytes to;

  private Bytes[] keys = new Bytes[16];
  private Bytes[] values = new Bytes[16];
  private boolean[] taken = new boolean[16];
  private int count;

  void reset() {
    type = Bytes.EMPTY;
    id = Bytes.EMPTY;
    from = Bytes.EMPTY;
    to = Bytes.EMPTY;
    count = 0;
  }

  int count() {
    return count;
  }

  /** Whether it says nothing, as one of blanks alone. */
  boolean isEmpty() {
    return type.isEmpty() && id.isEmpty() && count == 0 && !isEdge();
  }

  Bytes key(int i) {
    return keys[i];
  }

  Bytes value(int i) {
    return values[i];
  }

  boolean isEdge() {
    return !from.isEmpty() || !to.isEmpty();
  }

  /** Puts one pair where it belongs; false if there are too many. */
  boolean put(Bytes key, Bytes value) {
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
      taken = Arrays.copyOf(taken, count * 2);
    }
    keys[count] = key;
    taken[count] = false;
    values[count++] = value;
    return true;
  }

  /** Whether a place of Colophon's own holds the annotation, so that no record needs to. */
  boolean isTaken(int i) {
    return taken[i];
  }

  /** The last value of the first of some keys that the line has, or null. */
  Bytes find(List<Bytes> wanted) {
    int at = indexOf(wanted);
    return at < 0 ? null : values[at];
  }

  /** As {@link #find}; the annotation is then {@linkplain #isTaken taken}. */
  Bytes take(List<Bytes> wanted) {
    int at = indexOf(wanted);
    if (at < 0) {
      return null;
    }
    taken[at] = true;
    return values[at];
  }

  /** Takes a time; what is none stays. */
  long takeTime(List<Bytes> wanted) {
    int at = indexOf(wanted);
    long nanos = at < 0 ? 0 : Times.nanos(values[at]);
    if (nanos != 0) {
      taken[at] = true;
    }
    return nanos;
  }

  /** Takes a number; what is none stays, and counts as 0. */
  long takeNumber(List<Bytes> wanted) {
    int at = indexOf(wanted);
    long number = at < 0 ? -1 : Times.number(values[at]);
    if (number < 0) {
      return 0;
    }
    taken[at] = true;
    return number;
  }

  private int indexOf(List<Bytes> wanted) {
    for (int w = 0; w < wanted.size(); w++) {
      Bytes key = wanted.get(w);
      for (int i = count - 1; i >= 0; i--) {
        if (keys[i].equals(key)) {
          return i;
        }
      }
    }
    return -1;
  }

  /** Tells lines with other annotations apart, whatever their order; by chance one in 2^64. */
  long fingerprint() {
    long sum = mix(type, 1);
    for (int i = 0; i < count; i++) {
      sum += mix(values[i], mix(keys[i], 7));
    }
    return sum;
  }

  private static long mix(Bytes bytes, long seed) {
    long h = seed ^ 0xcbf29ce484222325L;
    for (int i = 0; i < bytes.length(); i++) {
      h = (h ^ (bytes.at(i) & 0xff)) * 0x100000001b3L;
    }
    h ^= h >>> 32;
    return h * 0x9e3779b97f4a7c15L + 1;
  }

  /** The four words that are no annotations. SPADE reads them in any case. */
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
