package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.colophon.core.model.encoding.Varints;

/**
 * Global ids that the lines of a source's last batch declared, by line, so that the batch can be
 * answered again. It is part of the position, so it is small; a full one ends the batch. One
 * thread, under the source's lock.
 */
public final class IdWindow {
  /** Id of a refused declaration. */
  public static final long REFUSED = -2;

  /** Limits of all entries together and of one. */
  private static final int MAX_BYTES = 4000;

  private static final int ENTRY_BYTES = 20;

  private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();
  private final long[] lastIds = new long[2];
  private long[] numbers = new long[64];
  private long[] ids = new long[64];
  private boolean[] isObject = new boolean[64];
  private int count;
  private long lastNumber;

  public boolean hasRoom() {
    return encoded.size() <= MAX_BYTES - ENTRY_BYTES;
  }

  /** Adds the id of a line's declaration, in the order of lines. */
  public void add(long number, long id, boolean object) {
    if (count == ids.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
      ids = Arrays.copyOf(ids, 2 * count);
      isObject = Arrays.copyOf(isObject, 2 * count);
    }
    numbers[count] = number;
    ids[count] = id;
    isObject[count++] = object;
    int kind = object ? 1 : 0;
    Varints.write(encoded, ((number - lastNumber) << 1) | kind);
    long difference = id - lastIds[kind];
    Varints.write(encoded, (difference << 1) ^ (difference >> 63));
    lastNumber = number;
    lastIds[kind] = id;
  }

  /** Returns the id that a line declared, 0 for nothing, {@link #REFUSED}, or -1 if unknown. */
  public long find(long number) {
    int index = Arrays.binarySearch(numbers, 0, count, number);
    return index < 0 ? -1 : ids[index];
  }

  /** A copy without the lines before a number. */
  public IdWindow from(long number) {
    return part(number, Long.MAX_VALUE);
  }

  /** A copy without the lines after a number. */
  public IdWindow upTo(long number) {
    return part(0, number);
  }

  private IdWindow part(long first, long last) {
    IdWindow part = new IdWindow();
    for (int i = 0; i < count; i++) {
      if (numbers[i] >= first && numbers[i] <= last) {
        part.add(numbers[i], ids[i], isObject[i]);
      }
    }
    return part;
  }

  public byte[] encode() {
    return encoded.toByteArray();
  }

  /** Reads what {@link #encode} wrote. */
  public static IdWindow decode(ByteBuffer in) {
    IdWindow window = new IdWindow();
    while (in.hasRemaining()) {
      long head = Varints.read(in);
      int kind = (int) (head & 1);
      long folded = Varints.read(in);
      long id = window.lastIds[kind] + ((folded >>> 1) ^ -(folded & 1));
      window.add(window.lastNumber + (head >>> 1), id, kind == 1);
    }
    return window;
  }
}
