// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.bytes;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * Origins of the bytes of one write to an object. Stored in the data of an extended record, which
 * has one or several maps.
 *
 * @param offset the offset of the first byte in the file, or in all bytes that passed through a
 *     stream
 * @param segments the segments in order, without gaps; none if the file was truncated at the offset
 */
public record ByteMap(long offset, List<Segment> segments) {
  /** Type of the extended record of a reporter that follows bytes inside of programs. */
  public static final String TYPE = "bytes";

  /**
   * Type of the extended record of a reporter that knows only which ranges a process wrote, and
   * which of them the kernel copied. Its bytes are unknown or copied. Process 0 is an unknown one.
   * Unknown bytes of length 0 stand for writes at unknown offsets.
   */
  public static final String RANGES = "ranges";

  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 3;
  private static final int MAX_OBJECTS = 0xffff;

  /** Marks a copy or, without a part, literal bytes. */
  private static final int COPY = 1;

  public ByteMap {
    segments = List.copyOf(segments);
  }

  /** Kinds of origins. The first two are followed to ranges of inputs. */
  public enum Origin {
    /** An exact copy of one range of an input. */
    COPIED,
    /** Each byte may depend on all given ranges. */
    COMPUTED,
    /** The program wrote the bytes before it had any input. */
    LITERAL,
    /** Any input that the program had before the write may have determined the bytes. */
    UNKNOWN
  }

  /**
   * Consecutive bytes of one origin.
   *
   * @param length number of bytes
   * @param parts the ranges of inputs: one of the same length in a copy; empty for literal and
   *     unknown bytes
   */
  public record Segment(long length, Origin origin, List<Part> parts) {
    public Segment {
      parts = List.copyOf(parts);
    }

    /** Returns a copy of a part. */
    public static Segment copy(Part part) {
      return new Segment(part.length, Origin.COPIED, List.of(part));
    }

    public static Segment literal(long length) {
      return new Segment(length, Origin.LITERAL, List.of());
    }

    public static Segment unknown(long length) {
      return new Segment(length, Origin.UNKNOWN, List.of());
    }

    private boolean hasMark() {
      return origin == Origin.COPIED || origin == Origin.LITERAL;
    }

    private static Origin origin(boolean hasMark, boolean hasParts) {
      return hasParts
          ? hasMark ? Origin.COPIED : Origin.COMPUTED
          : hasMark ? Origin.LITERAL : Origin.UNKNOWN;
    }
  }

  /** Consecutive bytes of an object. */
  public record Part(long object, long offset, long length) {}

  /** An encoded map, and the number of objects that it names. */
  public record Encoded(Bytes data, int objects) {
    /** Returns the offsets of the objects' ids, ascending. An id is a big-endian long. */
    public int[] idsAt() {
      return IntStream.range(0, objects).map(i -> HEADER_BYTES + i * Long.BYTES).toArray();
    }
  }

  /** Encodes a map of at most 65,535 objects. */
  public Encoded encode() {
    Map<Long, Integer> objects = new LinkedHashMap<>();
    for (Segment segment : segments) {
      for (Part part : segment.parts) {
        objects.putIfAbsent(part.object, objects.size());
      }
    }
    if (objects.size() > MAX_OBJECTS) {
      throw ErrorCode.LIMIT_REACHED.exception("too many objects in a map of bytes");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(VERSION);
    out.write(objects.size() >>> 8);
    out.write(objects.size());
    for (long object : objects.keySet()) {
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(object).array());
    }
    number(out, offset);
    number(out, segments.size());
    for (Segment segment : segments) {
      number(out, segment.length);
      number(out, ((long) segment.parts.size() << 1) | (segment.hasMark() ? COPY : 0));
      for (Part part : segment.parts) {
        number(out, Objects.requireNonNull(objects.get(part.object)));
        number(out, part.offset);
        if (segment.origin != Origin.COPIED) {
          number(out, part.length);
        }
      }
    }
    return new Encoded(Bytes.wrap(out.toByteArray()), objects.size());
  }

  private static void number(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write(((int) rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Decodes the maps of a record. Throws STORE_CORRUPT. */
  public static List<ByteMap> decode(Bytes data) {
    ByteBuffer in = ByteBuffer.wrap(data.toArray());
    List<ByteMap> maps = new ArrayList<>();
    try {
      do {
        maps.add(map(in));
      } while (in.hasRemaining());
      return maps;
    } catch (BufferUnderflowException | ArrayIndexOutOfBoundsException e) {
      throw corrupt();
    }
  }

  private static ByteMap map(ByteBuffer in) {
    if (in.get() != VERSION) {
      throw corrupt();
    }
    long[] objects = new long[in.getShort() & MAX_OBJECTS];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = in.getLong();
    }
    long offset = number(in);
    int count = count(in);
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      segments.add(segment(in, objects));
    }
    return new ByteMap(offset, segments);
  }

  private static Segment segment(ByteBuffer in, long[] objects) {
    long length = number(in);
    int head = count(in);
    boolean isCopy = (head & COPY) != 0;
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < head >> 1; i++) {
      long object = objects[count(in)];
      long from = number(in);
      parts.add(new Part(object, from, isCopy ? length : number(in)));
    }
    return new Segment(length, Segment.origin(isCopy, !parts.isEmpty()), parts);
  }

  /** Reads the number of elements that follow. Each element has at least one byte. */
  private static int count(ByteBuffer in) {
    long value = number(in);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw corrupt();
    }
    return (int) value;
  }

  private static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw corrupt();
  }

  private static ColophonException corrupt() {
    return ErrorCode.STORE_CORRUPT.exception("a record of bytes is damaged");
  }
}
