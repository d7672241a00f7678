// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.colophon.core.model.encoding.Varints;

/**
 * Global ids declared by the lines of a source's last batch, by line, so that a repeated batch gets
 * the same answer. The window is a part of the stored position, so its size is limited; a full
 * window ends the batch. One thread, under the source's lock.
 */
public final class IdWindow {
  /** Id of a refused declaration. */
  public static final long REFUSED = -2;

  /** Maximum size of all entries, and of a single entry. */
  private static final int MAX_BYTES = 4000;

  private static final int ENTRY_BYTES = 20;

  private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();
  private final long[] lastIds = new long[2];
  private long lastNumber;

  /** Receives the entries of a window. */
  private interface Entries {
    void add(long number, long id, boolean isObject);
  }

  public boolean hasRoom() {
    return encoded.size() <= MAX_BYTES - ENTRY_BYTES;
  }

  /** Adds the id that a line declared. Lines must be added in order. */
  public void add(long number, long id, boolean object) {
    int kind = object ? 1 : 0;
    Varints.write(encoded, ((number - lastNumber) << 1) | kind);
    long difference = id - lastIds[kind];
    Varints.write(encoded, (difference << 1) ^ (difference >> 63));
    lastNumber = number;
    lastIds[kind] = id;
  }

  /**
   * Returns the id that a line declared: 0 if it declared none, {@link #REFUSED} if it was refused,
   * -1 if the line is unknown.
   */
  public long find(long number) {
    long[] found = {-1};
    read(
        ByteBuffer.wrap(encode()),
        (each, id, isObject) -> found[0] = each == number ? id : found[0]);
    return found[0];
  }

  /** Returns a copy that begins at a line. */
  public IdWindow from(long number) {
    return part(number, Long.MAX_VALUE);
  }

  /** Returns a copy that ends at a line. */
  public IdWindow upTo(long number) {
    return part(0, number);
  }

  private IdWindow part(long first, long last) {
    IdWindow part = new IdWindow();
    read(
        ByteBuffer.wrap(encode()),
        (number, id, isObject) -> {
          if (number >= first && number <= last) {
            part.add(number, id, isObject);
          }
        });
    return part;
  }

  public byte[] encode() {
    return encoded.toByteArray();
  }

  /** Decodes the output of {@link #encode}. */
  public static IdWindow decode(ByteBuffer in) {
    IdWindow window = new IdWindow();
    read(in, window::add);
    return window;
  }

  private static void read(ByteBuffer in, Entries entries) {
    long[] ids = new long[2];
    long number = 0;
    while (in.hasRemaining()) {
      long head = Varints.read(in);
      int kind = (int) (head & 1);
      long folded = Varints.read(in);
      number += head >>> 1;
      ids[kind] += (folded >>> 1) ^ -(folded & 1);
      entries.add(number, ids[kind], kind == 1);
    }
  }
}
