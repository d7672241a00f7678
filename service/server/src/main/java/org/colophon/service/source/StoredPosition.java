package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;
import org.colophon.core.spi.reporter.PositionLimits;

/**
 * The names by which the kernel keeps where sources were left. A position that is longer than one
 * may be, since a large unit declared many things, is cut: what is kept by the source's own name
 * begins with a version of its own and says how many parts follow, each by a name of its own.
 */
public final class StoredPosition {
  private static final String PREFIX = "http/";
  private static final String PART_PREFIX = "http.ids/";
  private static final String CLAIM_PREFIX = "claim/";
  private static final byte PARTED = 2;
  private static final int PART_BYTES = PositionLimits.MAX_POSITION_BYTES;

  private StoredPosition() {}

  /** What the kernel knows a source by. */
  public static String key(String source) {
    return PREFIX + source;
  }

  /** Whether that is what the kernel knows a source of lines by. */
  public static boolean isKey(String key) {
    return key.startsWith(PREFIX);
  }

  /** The source that the kernel knows by a key. */
  public static String source(String key) {
    return key.substring(PREFIX.length());
  }

  /** Who keeps the position of a client's own source. */
  public static String claim(String name) {
    return CLAIM_PREFIX + name;
  }

  /** Whether a name is the service's, and no client's to keep a position by. */
  public static boolean isReserved(String name) {
    return isKey(name) || name.startsWith(PART_PREFIX) || name.startsWith(CLAIM_PREFIX);
  }

  /** By which name a part is kept; they are counted from 1. */
  public static String part(String source, int number) {
    return PART_PREFIX + source + "/" + number;
  }

  /** Cuts a position: the first is for the source's key, the others are its parts. */
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

  /** How many parts follow what a source's key holds. */
  public static int parts(Bytes first) {
    return first.isEmpty() || first.at(0) != PARTED
        ? 0
        : (int) Varints.read(ByteBuffer.wrap(first.toArray(), 1, first.length() - 1));
  }

  /**
   * The whole position of a source, empty if there is none.
   *
   * @param find what the kernel keeps by a name
   */
  public static Bytes whole(String source, Kept find) {
    Bytes first = find.by(key(source));
    int parts = parts(first);
    if (parts == 0) {
      return first;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int part = 1; part <= parts; part++) {
      all.writeBytes(find.by(part(source, part)).toArray());
    }
    return Bytes.wrap(all.toByteArray());
  }

  /** What the kernel keeps. */
  @FunctionalInterface
  public interface Kept {
    Bytes by(String name);

    /** Refuses a source that a reporter of this service reads. */
    default void refuseIfRead(String name) {}
  }
}
