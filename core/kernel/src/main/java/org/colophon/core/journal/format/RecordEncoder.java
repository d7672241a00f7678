// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Varints;
import org.colophon.core.spi.storage.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records into the current frame in the format of {@link PayloadFormat}. Kernel thread
 * only. Allocates only when the frame exceeds all earlier ones.
 */
public final class RecordEncoder {
  private static final int FIXED_FIELDS_BYTES = 128;
  private static final int CHUNK_BYTES = 4096 - FrameFormat.SALT_BYTES;

  private final @Nullable Salts salts;
  private byte[] buffer = new byte[1 << 16];
  private int at = FrameFormat.HEADER_BYTES;
  private final long[] tuples = new long[PayloadFormat.TUPLES * PayloadFormat.TUPLE_FIELDS];
  private int records;
  private boolean positions;
  private int operations;
  private long firstLsn;
  private long lastLsn;
  private long baseNanos;
  private long lastNanos;
  private long lastProcess;
  private long lastObject;
  private int chunkEnd = Integer.MAX_VALUE;
  private int chunks;
  private int[] chunkOffsets = new int[64];

  /** Constructs an encoder of frames without chunks. */
  public RecordEncoder() {
    this(false);
  }

  /**
   * Constructs an encoder.
   *
   * @param withChunks true if parts of a frame must be provable without the others
   */
  public RecordEncoder(boolean withChunks) {
    this.salts = withChunks ? new Salts() : null;
  }

  public boolean isEmpty() {
    return records == 0;
  }

  /** Returns the number of bytes of records so far. */
  public int payloadBytes() {
    return at - FrameFormat.HEADER_BYTES;
  }

  /** Returns the number of operations that the frame's records stand for. */
  public int operations() {
    return operations;
  }

  /** Counts reported operations that the frame's records stand for. */
  public void countOperations(int count) {
    operations += count;
  }

  public void access(
      long lsn, long nanos, long process, long object, int kind, boolean open, long bytes) {
    beginChunkIfDue(); // before the slots are read, which it empties
    int kindAndOpen = open ? kind | PayloadFormat.OPEN_BIT : kind;
    int slot = PayloadFormat.tupleSlot(process, object, kindAndOpen);
    int tuple = slot * PayloadFormat.TUPLE_FIELDS;
    final long[] known = tuples;
    if (known[tuple] == process
        && known[tuple + 1] == object
        && known[tuple + 2] == kindAndOpen
        && known[tuple + 3] == bytes) {
      beginRecord(PayloadFormat.REPEAT | slot, lsn, nanos);
      lastProcess = process;
      lastObject = object;
      return;
    }
    known[tuple] = process;
    known[tuple + 1] = object;
    known[tuple + 2] = kindAndOpen;
    known[tuple + 3] = bytes;
    beginRecord(RecordType.ACCESS.code(), lsn, nanos);
    buffer[at++] = (byte) kindAndOpen;
    process(process);
    object(object);
    varint(bytes);
  }

  public void interval(
      long lsn,
      long nanos,
      long process,
      long object,
      int mode,
      long beginLsn,
      long endLsn,
      long count,
      long bytes) {
    begin(RecordType.INTERVAL.code(), lsn, nanos);
    buffer[at++] = (byte) mode;
    process(process);
    object(object);
    varint(lsn - beginLsn);
    varint(endLsn - beginLsn);
    varint(count);
    varint(bytes);
  }

  public void process(long lsn, long nanos, long process, ProcessDeclaration declaration) {
    begin(RecordType.PROCESS.code(), lsn, nanos);
    process(process);
    bytes(declaration.identity());
    zigzag(declaration.pid());
    bytes(declaration.executable());
    List<Bytes> arguments = declaration.arguments();
    varint(arguments.size());
    for (Bytes argument : arguments) {
      bytes(argument);
    }
    bytes(declaration.directory());
    zigzag(declaration.startNanos());
  }

  public void object(long lsn, long nanos, long object, ObjectDeclaration declaration) {
    begin(RecordType.OBJECT.code(), lsn, nanos);
    object(object);
    varint(declaration.kind().code());
    bytes(declaration.identity());
    bytes(declaration.label());
  }

  public void link(long lsn, long nanos, int kind, long effect, long cause) {
    begin(RecordType.LINK.code(), lsn, nanos);
    varint(kind);
    process(effect);
    process(cause);
  }

  public void derivation(long lsn, long nanos, long effect, long cause, long process) {
    begin(RecordType.DERIVATION.code(), lsn, nanos);
    process(process);
    object(effect);
    object(cause);
  }

  public void cut(long lsn, long nanos, long process, long object, long beginLsn) {
    begin(RecordType.CUT.code(), lsn, nanos);
    process(process);
    object(object);
    varint(lsn - beginLsn);
  }

  public void exit(long lsn, long nanos, long process, int status) {
    begin(RecordType.EXIT.code(), lsn, nanos);
    process(process);
    zigzag(status);
  }

  /** Appends a BIND or UNBIND. */
  public void name(RecordType type, long lsn, long nanos, long process, long object, Bytes path) {
    begin(type.code(), lsn, nanos);
    process(process);
    object(object);
    bytes(path);
  }

  /** Appends a RENAME or EXCHANGE. */
  public void move(
      RecordType type, long lsn, long nanos, long process, long object, Bytes path, Bytes toPath) {
    name(type, lsn, nanos, process, object, path);
    bytes(toPath);
  }

  public void extended(
      long lsn, long nanos, long process, long object, String typeTag, Bytes data) {
    begin(RecordType.EXTENDED.code(), lsn, nanos);
    process(process);
    object(object);
    text(typeTag);
    bytes(data);
  }

  public void snapshot(long lsn, long nanos, String name) {
    begin(RecordType.SNAPSHOT.code(), lsn, nanos);
    text(name);
  }

  public void gap(long lsn, long nanos, long process, int cause, long count) {
    begin(RecordType.GAP.code(), lsn, nanos);
    process(process);
    varint(cause);
    varint(count);
  }

  /** Appends a position of a reporter; empty to forget its source. */
  public void position(long lsn, long nanos, String source, Bytes position) {
    begin(PayloadFormat.POSITION, lsn, nanos);
    text(source);
    bytes(position);
    positions = true;
  }

  /**
   * Completes the frame; {@link #frame} holds it until {@link #reset}.
   *
   * @param accountedLsn this frame and earlier ones account for everything up to this LSN
   * @param salt the salt of the frame's segment
   * @return the frame's length in bytes
   */
  public int finish(long accountedLsn, long nextProcess, long nextObject, boolean clean, int salt) {
    int tableBytes = putChunkTable();
    FrameFormat.write(
        buffer,
        payloadBytes() + tableBytes,
        new FrameFacts(
            clean,
            positions,
            firstLsn,
            accountedLsn,
            nextProcess,
            nextObject,
            baseNanos,
            records,
            operations),
        chunks,
        salt);
    return at + tableBytes;
  }

  private int putChunkTable() {
    int bytes = Math.max(0, chunks - 1) * Integer.BYTES;
    ensure(bytes);
    ByteBuffer table = ByteBuffer.wrap(buffer, at, bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int chunk = 1; chunk < chunks; chunk++) {
      table.putInt(chunkOffsets[chunk] - FrameFormat.HEADER_BYTES);
    }
    return bytes;
  }

  /**
   * Passes the records to a decoder as a batch that was never on disk. The decoder uses this
   * encoder's memory until {@link #reset}.
   *
   * @param accountedLsn the batch's last LSN
   */
  public void readBack(long accountedLsn, RecordDecoder reader) {
    finish(accountedLsn, 0, 0, false, 0);
    reader.reset(buffer, 0);
  }

  public byte[] frame() {
    return buffer;
  }

  /**
   * Begins the next frame.
   *
   * @param newFirstLsn right after the last LSN of the previous frame
   */
  public void reset(long newFirstLsn) {
    at = FrameFormat.HEADER_BYTES;
    records = 0;
    positions = false;
    operations = 0;
    firstLsn = newFirstLsn;
    baseNanos = 0;
    chunks = 0;
    beginPart();
    if (salts != null) {
      beginChunk(salts);
    }
  }

  /** Makes later records independent of the records before them. */
  private void beginPart() {
    lastLsn = firstLsn - 1;
    lastNanos = baseNanos;
    lastProcess = 0;
    lastObject = 0;
    Arrays.fill(tuples, 0);
  }

  private void beginChunk(Salts source) {
    if (chunks == chunkOffsets.length) {
      chunkOffsets = Arrays.copyOf(chunkOffsets, 2 * chunks);
    }
    chunkOffsets[chunks++] = at;
    ensure(FrameFormat.SALT_BYTES);
    source.next(buffer, at);
    at += FrameFormat.SALT_BYTES;
    chunkEnd = chunks == FrameFormat.MAX_CHUNKS ? Integer.MAX_VALUE : at + CHUNK_BYTES;
  }

  private void begin(int tag, long lsn, long nanos) {
    beginChunkIfDue();
    beginRecord(tag, lsn, nanos);
  }

  private void beginChunkIfDue() {
    if (at >= chunkEnd && salts != null) {
      beginPart();
      beginChunk(salts);
    }
  }

  private void beginRecord(int tag, long lsn, long nanos) {
    ensure(FIXED_FIELDS_BYTES);
    if (records++ == 0) {
      baseNanos = nanos;
      lastNanos = nanos;
    }
    long lsnStep = lsn - lastLsn;
    long nanosStep = nanos - lastNanos;
    int flags =
        (lsnStep == 1 ? 0 : PayloadFormat.HAS_LSN) | (nanosStep == 0 ? 0 : PayloadFormat.HAS_TIME);
    buffer[at++] = (byte) (tag | flags);
    if (lsnStep != 1) {
      varint(lsnStep);
    }
    if (nanosStep != 0) {
      zigzag(nanosStep);
    }
    lastLsn = lsn;
    lastNanos = nanos;
  }

  private void process(long process) {
    zigzag(process - lastProcess);
    lastProcess = process;
  }

  private void object(long object) {
    zigzag(object - lastObject);
    lastObject = object;
  }

  private void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    ensure(utf8.length + FIXED_FIELDS_BYTES);
    varint(utf8.length);
    System.arraycopy(utf8, 0, buffer, at, utf8.length);
    at += utf8.length;
  }

  private void bytes(Bytes bytes) {
    ensure(bytes.length() + FIXED_FIELDS_BYTES);
    varint(bytes.length());
    bytes.copyTo(buffer, at);
    at += bytes.length();
  }

  private void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  private void varint(long value) {
    at = Varints.put(buffer, at, value);
  }

  private void ensure(int room) {
    if (buffer.length - at < room) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, at + room));
    }
  }
}
