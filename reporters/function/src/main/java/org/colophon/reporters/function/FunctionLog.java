// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

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
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;

/**
 * Reads the log of a thread that functions.h describes. Each call becomes a process. The process
 * reads an object for each argument and writes an object for the result.
 */
final class FunctionLog implements ProgramLog {
  private static final long MAGIC = 0x32304e554643L;
  private static final int HEADER_BYTES = 4096;
  private static final int HEAD = 24;
  private static final int TAIL = 32;
  private static final int LOST = 40;
  private static final int PARENT = 48;
  private static final int TEXTS = 52;
  private static final int TEXT = 56;
  private static final int RING = 1 << 24;
  private static final int CHUNK = 1 << 16;
  private static final int RECORD = 16;
  private static final int REST_BYTES = 8;

  private static final int FUNCTION = 1;
  private static final int ENTER = 2;
  private static final int RETURN = 3;
  private static final int UNWIND = 4;
  private static final int TRANSFER = 5;
  private static final int NAMED_FILE = 6;
  private static final int REST = 7;
  private static final int TIME = 8;
  private static final int TAIL_CALL = 9;
  private static final int IGNORE = 10;
  private static final int BY_TAIL = 0x80;

  private static final int INTEGER = 1;
  private static final int UNSIGNED = 2;
  private static final int DOUBLE = 3;
  private static final int POINTER = 4;
  private static final int CHARACTERS = 5;

  private final FileChannel channel;
  private final Path file;
  private final boolean isRing;
  private final byte[] headerBytes = new byte[HEADER_BYTES];
  private final ByteBuffer header = buffer(headerBytes);
  private final byte[] windowBytes = new byte[CHUNK];
  private final ByteBuffer window = buffer(windowBytes);
  private final Map<Integer, Described> functions = new HashMap<>();
  private final Map<Integer, Long> files = new HashMap<>();

  private final CallStack calls = new CallStack();

  private final long[] active = new long[MAX_ACTIVE];

  /** Position of the next record. */
  private long at;

  /** Position of the first byte in the window; {@link #loadedTo} is the position after the last. */
  private long loadedFrom;

  private long loadedTo;
  private long lostEvents;

  /** A function and the object of its code. */
  private record Described(
      String name, long code, int result, List<Integer> kinds, List<String> arguments) {}

  private FunctionLog(Path file, boolean isRing) throws IOException {
    this.file = file;
    this.isRing = isRing;
    channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    readHeader();
  }

  /** Returns the format of logs of traced programs. */
  static Format format() {
    return new Format() {
      @Override
      public String suffix() {
        return ".functions";
      }

      @Override
      public ProgramLog open(Path file, TracedProcess process) throws IOException {
        return new FunctionLog(file, true);
      }
    };
  }

  /** Opens the complete log of a program that ran without a tracer. */
  static FunctionLog complete(Path file) throws IOException {
    FunctionLog log = new FunctionLog(file, false);
    try {
      log.requireMagic();
      return log;
    } catch (IOException e) {
      log.close();
      throw e;
    }
  }

  private void requireMagic() throws IOException {
    if (header.getLong(0) != MAGIC) {
      throw new IOException(
          "is not a function log of this version; compile the program again with colophon cc");
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void readHeader() throws IOException {
    header.clear();
    while (header.hasRemaining() && channel.read(header, header.position()) > 0) {
      // Continue after a short read.
    }
  }

  int pid() {
    return header.getInt(8);
  }

  int parent() {
    return header.getInt(PARENT);
  }

  long startTicks() {
    return header.getLong(16);
  }

  /** Returns the executable, the working directory and the arguments of the program. */
  List<Bytes> texts() {
    List<Bytes> all = new ArrayList<>();
    int end = TEXT + Math.max(0, Math.min(header.getInt(TEXTS), HEADER_BYTES - TEXT));
    int from = TEXT;
    for (int p = from; p < end; p++) {
      if (header.get(p) == 0) {
        all.add(Bytes.copyOf(headerBytes, from, p));
        from = p + 1;
      }
    }
    return all;
  }

  @Override
  public void advance(long until, TracedProcess process, OperationSink sink) throws IOException {
    header.clear().limit(LOST + Long.BYTES);
    channel.read(header, 0);
    long head = header.getLong(HEAD);
    if (head > 0) {
      requireMagic();
    }
    if (head < at || (isRing && head - at > RING)) {
      throw new IOException("is damaged");
    }
    long before = at;
    boolean isBefore = true;
    while (isBefore && at < head) {
      isBefore = next(head, until, process, sink);
    }
    if (at != before) {
      free();
    }
    long missing = header.getLong(LOST);
    if (missing > lostEvents) {
      sink.gap(process.id(), GapCause.EVENTS_LOST, missing - lostEvents, 0);
      lostEvents = missing;
    }
  }

  /** Frees the space of the bytes that were read, so that the program can reuse the space. */
  private void free() throws IOException {
    if (isRing) {
      channel.write(buffer(new byte[Long.BYTES]).putLong(0, at), TAIL);
    }
  }

  /** Reports the next record; returns false without a record up to the given time. */
  private boolean next(long head, long until, TracedProcess process, OperationSink sink)
      throws IOException {
    int p = require(REST_BYTES, head);
    int kind = window.get(p);
    if (kind == REST) {
      skip(window.getInt(p + 4), head);
      return true;
    }
    int length = window.getShort(p + 2) & 0xffff;
    if (length < RECORD || at + length > head) {
      throw new IOException("is damaged at " + at);
    }
    p = require(length, head);
    if (kind == TIME && window.getLong(p + 8) > until) {
      return false;
    }
    try {
      report(kind, p, length, process, sink);
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IOException("is damaged at " + at, e);
    }
    at += length;
    return true;
  }

  private void skip(int bytes, long head) throws IOException {
    if (bytes < REST_BYTES || at + bytes > head) {
      throw new IOException("is damaged at " + at);
    }
    at += bytes;
    free();
  }

  /** Loads the next bytes. Returns their position in the window. */
  private int require(int bytes, long head) throws IOException {
    if (at < loadedFrom || at + bytes > loadedTo) {
      long place = isRing ? at % RING : at;
      long left = isRing ? RING - place : CHUNK;
      window.clear().limit((int) Math.min(Math.min(CHUNK, left), head - at));
      while (window.hasRemaining()) {
        if (channel.read(window, HEADER_BYTES + place + window.position()) < 0) {
          throw new IOException("ends early");
        }
      }
      loadedFrom = at;
      loadedTo = at + window.limit();
      window.clear();
    }
    if (at + bytes > loadedTo) {
      throw new IOException("is damaged at " + at);
    }
    return (int) (at - loadedFrom);
  }

  private void report(int kind, int p, int length, TracedProcess process, OperationSink sink)
      throws IOException {
    int count = window.get(p + 1) & 0xff;
    int id = window.getInt(p + 4);
    if (kind == IGNORE) {
      calls.ignoreResult();
    } else if (kind != TIME) {
      calls.settle(sink);
    }
    switch (kind) {
      case FUNCTION -> functions.put(id, described(p, length, count, sink));
      case ENTER -> enter(p, length, count, requireFunction(id), process, sink);
      case RETURN -> leave(requireFunction(id), window.getLong(p + 8), process, sink);
      case UNWIND -> calls.unwind(id, process, sink);
      case TAIL_CALL -> calls.beginTailCall();
      case TIME, IGNORE -> {
        // Handled before.
      }
      case TRANSFER -> transfer(count == 0, id, window.getLong(p + RECORD), process, sink);
      case NAMED_FILE -> {
        Bytes path = Bytes.of(text(p + RECORD, p + length));
        files.put(id, path.at(0) == '/' ? named(path, sink) : unnamed(path, sink));
      }
      default -> throw new IOException("has a record of unknown kind " + kind);
    }
  }

  private static long named(Bytes path, OperationSink sink) {
    return sink.objectAt(path, ObjectDeclaration.of(ObjectKind.FILE), 0);
  }

  private static long unnamed(Bytes label, OperationSink sink) {
    return sink.object(ObjectDeclaration.of(ObjectKind.OTHER, label.toString()), 0);
  }

  private Described requireFunction(int id) throws IOException {
    Described function = functions.get(id);
    if (function == null) {
      throw new IOException("names an unknown function " + id);
    }
    return function;
  }

  private String text(int from, int to) {
    int end = from;
    while (end < to && window.get(end) != 0) {
      end++;
    }
    return Bytes.copyOf(windowBytes, from, end).toString();
  }

  private Described described(int p, int length, int count, OperationSink sink) {
    int data = p + RECORD;
    int end = p + length;
    List<Integer> kinds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kinds.add((int) window.get(data + 8 + i));
    }
    List<String> texts = new ArrayList<>();
    int from = data + RECORD;
    for (int i = 0; i < count + 2; i++) {
      String text = text(from, end);
      texts.add(text);
      from += Bytes.of(text).length() + 1;
    }
    int line = window.getInt(data);
    String place = texts.get(1) + (line == 0 ? "" : ":" + line);
    String label = texts.get(0) + " at " + place;
    Bytes identity = Identities.of("function", label);
    long code = sink.object(new ObjectDeclaration(ObjectKind.OTHER, identity, Bytes.of(label)), 0);
    return new Described(
        texts.get(0), code, window.get(data + 5), kinds, texts.subList(2, texts.size()));
  }

  private void enter(
      int p, int length, int flags, Described function, TracedProcess process, OperationSink sink) {
    int count = flags & ~BY_TAIL;
    List<Bytes> words = new ArrayList<>();
    words.add(Bytes.of(function.name));
    for (int i = 0; i < count; i++) {
      String value = value(function.kinds.get(i), window.getLong(p + RECORD + 8 * i));
      words.add(Bytes.of(argument(function, i) + value));
    }
    for (int at = p + RECORD + 8 * count; at + 8 <= p + length; ) {
      int index = window.get(at) & 0xff;
      int bytes = (int) (window.getLong(at) >>> 8);
      String text = Bytes.copyOf(windowBytes, at + 8, at + 8 + bytes).display();
      words.set(index + 1, Bytes.of(argument(function, index) + '"' + text + '"'));
      at += 8 + (bytes + 7 & -8);
    }
    ProcessDeclaration declaration =
        new ProcessDeclaration(
            Bytes.EMPTY, process.pid(), Bytes.of(function.name), words, Bytes.EMPTY, 0);
    long call = sink.process(declaration, 0);
    calls.enter(call, function.result != 0, flags != count, process, sink);
    sink.access(OperationKind.LOAD, Phase.WHOLE, call, function.code, 0, 0);
    for (int i = 0; i < count; i++) {
      int kind = function.kinds.get(i);
      if (kind < POINTER || kind == CHARACTERS) {
        Bytes word = words.get(i + 1);
        long object = sink.object(new ObjectDeclaration(ObjectKind.MEMORY, Bytes.EMPTY, word), 0);
        sink.access(OperationKind.READ, Phase.WHOLE, call, object, Long.BYTES, 0);
      }
      if (kind >= POINTER) {
        calls.argument(window.getLong(p + RECORD + 8 * i), kind == POINTER, sink);
      }
    }
  }

  private static String argument(Described function, int index) {
    String name = function.arguments.get(index);
    return name.isEmpty() ? "" : name + "=";
  }

  private static String value(int kind, long value) {
    return switch (kind) {
      case INTEGER -> Long.toString(value);
      case UNSIGNED -> Long.toUnsignedString(value);
      case DOUBLE -> Double.toString(Double.longBitsToDouble(value));
      case CHARACTERS -> value == 0 ? "NULL" : "0x" + Long.toHexString(value);
      default -> "0x" + Long.toHexString(value);
    };
  }

  private void leave(Described function, long value, TracedProcess process, OperationSink sink) {
    if (!calls.isEmpty()) { // otherwise the call began before a fork
      boolean hasResult = function.result != 0;
      String label = hasResult ? function.name + "() = " + value(function.result, value) : null;
      calls.leave(label, process, sink);
    }
  }

  private void transfer(
      boolean isRead, int fd, long bytes, TracedProcess process, OperationSink sink) {
    long object = isRing ? process.object(fd, isRead) : files.getOrDefault(fd, 0L);
    int count = object == 0 ? 0 : calls.active(!isRead, process, active, sink);
    for (int i = 0; i < count; i++) {
      OperationKind kind = isRead ? OperationKind.READ : OperationKind.WRITE;
      sink.access(kind, Phase.WHOLE, active[i], object, bytes, 0);
      if (isRead) {
        process.hasRead(active[i]);
      }
    }
  }

  /** Adds the program to the active calls if calls are not recorded any more. */
  @Override
  public int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink) {
    int count = calls.active(isWrite, process, into, sink);
    if (lostEvents == 0 || count == 0 || count == into.length) {
      return lostEvents == 0 ? count : 0;
    }
    into[count] = process.id();
    return count + 1;
  }

  @Override
  public void end(TracedProcess process, OperationSink sink) {
    calls.exit(sink);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
