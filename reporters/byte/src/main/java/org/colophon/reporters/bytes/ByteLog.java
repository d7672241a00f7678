// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log that the Valgrind tool writes (record.c). Attaches the origins of written bytes to
 * the object that contains these bytes.
 */
public final class ByteLog implements ProgramLog {
  private static final long MAGIC = 0x313054594243L;
  private static final int HEAD = 16;
  private static final int SEGMENT = 24;
  private static final int MAX_RECORD = 1 << 26;

  /** Maximum number of segments in an origin record. Bounds the size of the record. */
  private static final int MAX_SEGMENTS = 4096;

  private static final int SOURCE = 1;
  private static final int SET = 2;
  private static final int WRITE = 3;
  private static final int END = 4;
  private static final int RUN = 1;
  private static final int SEGMENT_OF_SET = 2;
  private static final int LITERAL = 3;

  private final FileChannel channel;
  private final Map<FileKey, Long> objectsOfTrace;
  private final Map<Integer, Long> objects = new HashMap<>();
  private final Map<Integer, List<ByteMap.Part>> sets = new HashMap<>();
  private ByteBuffer window = buffer(1 << 16);
  private long at = Long.BYTES;
  private boolean hasBegun;
  private boolean hasEnded;
  private long unknownInstructions;
  private long losses;

  /** Identifies a file, or one direction of a stream, by device and inode number. */
  private record FileKey(long device, long inode, int isRead) {}

  private ByteLog(Path file, Map<FileKey, Long> objectsOfTrace) throws IOException {
    this.objectsOfTrace = objectsOfTrace;
    channel = FileChannel.open(file, StandardOpenOption.READ);
  }

  /** Returns the format of the logs of one trace. */
  public static Format format() {
    Map<FileKey, Long> objects = new HashMap<>();
    return new Format() {
      @Override
      public String suffix() {
        return ".bytes";
      }

      @Override
      public boolean isOfEachProgram() {
        return true;
      }

      @Override
      public ProgramLog open(Path file, TracedProcess process) throws IOException {
        return new ByteLog(file, objects);
      }
    };
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void advance(long until, TracedProcess process, OperationSink sink) throws IOException {
    if (!hasBegun) {
      ByteBuffer magic = buffer(Long.BYTES);
      if (channel.read(magic, 0) < Long.BYTES) {
        return;
      }
      if (magic.getLong(0) != MAGIC) {
        throw new IOException("is not a log of bytes");
      }
      hasBegun = true;
    }
    while (next(until, process, sink)) {
      // Continue with the next record.
    }
  }

  /** Reports the next record; returns false without a record up to the given time. */
  private boolean next(long until, TracedProcess process, OperationSink sink) throws IOException {
    if (!read(HEAD)) {
      return false;
    }
    int kind = window.getInt(0);
    int length = window.getInt(4);
    if (length < HEAD || length > MAX_RECORD || length % Long.BYTES != 0) {
      throw new IOException("is damaged at " + at);
    }
    if (window.getLong(8) > until || !read(length)) {
      return false;
    }
    try {
      report(kind, length, process, sink);
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IOException("is damaged at " + at, e);
    }
    at += length;
    return true;
  }

  private boolean read(int length) throws IOException {
    if (window.capacity() < length) {
      window = buffer(length);
    }
    window.clear().limit(length);
    while (window.hasRemaining()) {
      if (channel.read(window, at + window.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  private void report(int kind, int length, TracedProcess process, OperationSink sink)
      throws IOException {
    switch (kind) {
      case SOURCE -> source(process);
      case SET -> sets.put(window.getInt(HEAD), parts(HEAD + 8, count(HEAD + 4, HEAD + 8, length)));
      case WRITE -> write(count(HEAD + 4, HEAD + HEAD, length), process, sink);
      case END -> {
        hasEnded = true;
        unknownInstructions = window.getLong(HEAD);
        losses = window.getLong(HEAD + 8);
      }
      default -> throw new IOException("has a record of unknown kind " + kind);
    }
  }

  private int count(int place, int from, int length) throws IOException {
    int count = window.getInt(place);
    if (count < 0 || from + (long) count * SEGMENT > length) {
      throw new IOException("is damaged at " + at);
    }
    return count;
  }

  private void source(TracedProcess process) {
    int source = window.getInt(HEAD);
    int fd = window.getInt(HEAD + 4);
    int isRead = window.getInt(HEAD + 24);
    FileKey key = new FileKey(window.getLong(HEAD + 8), window.getLong(HEAD + 16), isRead);
    long object = fd < 0 ? 0 : process.object(fd, isRead != 0);
    if (object != 0) {
      objectsOfTrace.put(key, object);
    }
    objects.put(source, object == 0 ? objectsOfTrace.getOrDefault(key, 0L) : object);
  }

  /** Returns the parts of a set; none if any of them is unknown. */
  private List<ByteMap.Part> parts(int from, int count) {
    List<ByteMap.Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ByteMap.Part part = part(from + i * SEGMENT);
      if (part == null) {
        return List.of();
      }
      parts.add(part);
    }
    return parts;
  }

  /** Returns the part at a place of the window; null if it is not followed or not recorded. */
  private ByteMap.@Nullable Part part(int place) {
    long object = objects.getOrDefault(window.getInt(place + 4), 0L);
    boolean isFollowed = window.getInt(place) == RUN && object != 0;
    return isFollowed && !OperationSink.isFiltered(object)
        ? new ByteMap.Part(object, window.getLong(place + 16), window.getLong(place + 8))
        : null;
  }

  private void write(int count, TracedProcess process, OperationSink sink) throws IOException {
    long target = objects.getOrDefault(window.getInt(HEAD), 0L);
    if (target == 0 || OperationSink.isFiltered(target)) {
      return;
    }
    long offset = window.getLong(HEAD + 8);
    List<ByteMap.Segment> segments = new ArrayList<>();
    long length = 0;
    for (int i = 0; i < count; i++) {
      ByteMap.Segment segment = segment(HEAD + HEAD + i * SEGMENT);
      segments.add(segment);
      length += segment.length();
      if (segments.size() == MAX_SEGMENTS || i == count - 1) {
        ByteMap.Encoded map = new ByteMap(offset, segments).encode();
        sink.extend(process.id(), target, ByteMap.TYPE, map.data(), map.idsAt(), 0);
        offset += length;
        length = 0;
        segments = new ArrayList<>();
      }
    }
  }

  private ByteMap.Segment segment(int place) throws IOException {
    int kind = window.getInt(place);
    long length = window.getLong(place + 8);
    if (length < 0) {
      throw new IOException("is damaged at " + at);
    }
    return switch (kind) {
      case RUN -> {
        ByteMap.Part part = part(place);
        yield part == null ? ByteMap.Segment.unknown(length) : ByteMap.Segment.copy(part);
      }
      case SEGMENT_OF_SET -> {
        List<ByteMap.Part> parts = sets.getOrDefault(window.getInt(place + 4), List.of());
        yield parts.isEmpty()
            ? ByteMap.Segment.unknown(length)
            : new ByteMap.Segment(length, ByteMap.Origin.COMPUTED, parts);
      }
      case LITERAL -> ByteMap.Segment.literal(length);
      default -> ByteMap.Segment.unknown(length);
    };
  }

  @Override
  public void end(TracedProcess process, OperationSink sink) {
    if (unknownInstructions > 0) {
      sink.gap(process.id(), GapCause.UNKNOWN_INSTRUCTION, unknownInstructions, 0);
    }
    if (!hasEnded || losses > 0) {
      sink.gap(process.id(), GapCause.EVENTS_LOST, 1, 0);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
