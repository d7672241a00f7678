package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.colophon.core.model.encoding.Varints;

/**
 * The global ids of what the lines of a source's last batch declared, by line, so that a batch
 * whose answer was lost can be answered again. Becomes part of the source's position, and so has
 * little room; a batch ends where it is used up. One thread, under the source's lock.
 */
public final class IdWindow {
  /** The id of a line that declares something and was refused. */
  public static final long REFUSED = -2;

  /** What all entries may take together, and the longest one. */
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

  /** Adds the id that a line declared; lines come in order. */
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

  /** The id that a line declared, 0 if that is nothing, {@link #REFUSED}, -1 if it is not known. */
  public long find(long number) {
    int index = Arrays.binarySearch(numbers, 0, count, number);
    return index < 0 ? -1 : ids[index];
  }

  /** The same without lines before one. */
  public IdWindow from(long number) {
    return part(number, Long.MAX_VALUE);
  }

  /** The same without lines behind one. */
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

  /** What {@link #encode} wrote. */
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
