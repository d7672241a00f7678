// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;
import org.colophon.core.spi.reporter.PositionLimits;

/**
 * Keys and values of the positions that the kernel stores for sources. A position that is too long
 * is cut into parts with keys of their own. The value of the source's own key then has a version
 * and the number of parts.
 */
public final class StoredPosition {
  private static final String PREFIX = "http/";
  private static final String PART_PREFIX = "http.ids/";
  private static final String CLAIM_PREFIX = "claim/";
  private static final byte PARTED = 2;
  private static final int PART_BYTES = PositionLimits.MAX_POSITION_BYTES;

  private StoredPosition() {}

  /** Returns the kernel's key of a source. */
  public static String key(String source) {
    return PREFIX + source;
  }

  /** Returns whether a key is that of a source of numbered lines. */
  public static boolean isKey(String key) {
    return key.startsWith(PREFIX);
  }

  public static String source(String key) {
    return key.substring(PREFIX.length());
  }

  /** Returns the key of a client's claim on a source whose position it sets. */
  public static String claim(String name) {
    return CLAIM_PREFIX + name;
  }

  /** Returns whether a name is reserved, so that clients may not use it. */
  public static boolean isReserved(String name) {
    return isKey(name) || name.startsWith(PART_PREFIX) || name.startsWith(CLAIM_PREFIX);
  }

  /** Returns the key of a part. Parts are counted from 1. */
  public static String part(String source, int number) {
    return PART_PREFIX + source + "/" + number;
  }

  /** Cuts a position into the value of the source's key and the further parts. */
  public static List<Bytes> cut(Bytes position) {
    if (position.length() <= PART_BYTES) {
      return List.of(position);
    }
    int parts = (position.length() + PART_BYTES - 1) / PART_BYTES;
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.write(PARTED);
    Varints.write(head, parts);
    List<Bytes> all = new ArrayList<>();
    all.add(Bytes.wrap(head.toByteArray()));
    for (int from = 0; from < position.length(); from += PART_BYTES) {
      all.add(position.slice(from, Math.min(position.length(), from + PART_BYTES)));
    }
    return all;
  }

  /** Returns the number of further parts, given the value of a source's key. */
  public static int parts(Bytes first) {
    return first.isEmpty() || first.at(0) != PARTED
        ? 0
        : (int) Varints.read(ByteBuffer.wrap(first.toArray(), 1, first.length() - 1));
  }

  /**
   * Returns the whole position of a source, which may be empty.
   *
   * @param find returns a position by its key
   */
  public static Bytes assemble(String source, Function<String, Bytes> find) {
    Bytes first = find.apply(key(source));
    int parts = parts(first);
    if (parts == 0) {
      return first;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int part = 1; part <= parts; part++) {
      all.writeBytes(find.apply(part(source, part)).toArray());
    }
    return Bytes.wrap(all.toByteArray());
  }
}
