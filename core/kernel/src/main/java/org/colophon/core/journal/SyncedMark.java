// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * File that records the LSN up to which frames were acknowledged as durable. Recovery compares it
 * with the end of the journal. A missing frame up to this LSN was lost. A missing frame above it
 * was never acknowledged.
 *
 * <p>The file has two slots of {@value #SLOT_BYTES} bytes that are written in turn, so that a torn
 * write leaves the other slot. The valid slot with the larger sequence counts. Little endian:
 *
 * <pre>
 *   0  u64  magic "COLOSYNC"
 *   8  u32  format version, 1
 *  12  u32  CRC32C of bytes 16 to 39
 *  16  u64  store id, 0 if the store has none
 *  24  u64  sequence: one more at each write
 *  32  u64  last LSN of the last acknowledged frame
 * </pre>
 *
 * <p>A slot is written after each sync of the journal and before its waiters are released. The file
 * itself is synced once a second and at a clean close. Therefore a killed process loses no recorded
 * LSN, and a power failure loses only those of one second.
 *
 * <p>{@link #record} belongs to the commit thread; all other methods run before it starts or after
 * it has ended.
 */
final class SyncedMark implements Closeable {
  static final int SLOT_BYTES = 64;

  private static final long MAGIC = 0x434E59534F4C4F43L; // "COLOSYNC" read little endian
  private static final int VERSION = 1;
  private static final int READS = 3;
  private static final int CHECKED_FROM = 16;
  private static final int CHECKED_TO = 40;
  private static final long FORCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final FileChannel channel;
  private final long storeId;
  private final boolean isKnown;
  private final ByteBuffer slot =
      ByteBuffer.allocateDirect(SLOT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long lsn;
  private long sequence;
  private long forcedNanos = System.nanoTime();

  /** Newest valid slot of a file. */
  private record Slot(long storeId, long sequence, long lsn) {
    static final Slot NONE = new Slot(0, 0, 0);
  }

  private SyncedMark(FileChannel channel, long storeId, Slot found) {
    this.channel = channel;
    this.storeId = storeId;
    this.isKnown = !found.equals(Slot.NONE);
    this.lsn = found.lsn();
    this.sequence = found.sequence();
  }

  /**
   * Opens the file, or creates it without a valid slot.
   *
   * @throws ColophonException STORE_FOREIGN if it belongs to another store, STORE_TOO_NEW
   */
  static SyncedMark open(Path file, long storeId) throws IOException {
    Slot found = read(file);
    if (storeId != 0 && found.storeId() != 0 && found.storeId() != storeId) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s belongs to store %016x, but this is store %016x: restore the file of this store, or delete it"
              .formatted(file, found.storeId(), storeId));
    }
    return new SyncedMark(PrivateFiles.open(file), storeId, found);
  }

  /** Returns the LSN that a file records, or 0. A writer may be active. */
  static long peekLsn(Path file) throws IOException {
    return read(file).lsn();
  }

  /** Returns the problem of a file, null if it is intact. A writer may be active. */
  static @Nullable String problem(Path file, long storeId) throws IOException {
    if (!Files.isRegularFile(file)) {
      return "it is missing";
    }
    String problem = null;
    for (int attempt = 0; attempt < READS; attempt++) { // a read may meet a write
      problem = problem(Files.readAllBytes(file), read(file), storeId);
      if (problem == null) {
        return null;
      }
    }
    return problem;
  }

  private static @Nullable String problem(byte[] bytes, Slot newest, long storeId) {
    if (bytes.length == 0) {
      return null; // nothing is acknowledged yet
    }
    if (newest.storeId() != 0 && newest.storeId() != storeId) {
      return "it belongs to store %016x".formatted(newest.storeId());
    }
    byte[] expected = new byte[2 * SLOT_BYTES];
    ByteBuffer slots = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    int at = (int) (newest.sequence() & 1) * SLOT_BYTES;
    encode(slots, at, newest.storeId(), newest.sequence(), newest.lsn());
    int before = SLOT_BYTES - at;
    if (newest.sequence() > 1 && bytes.length == expected.length) {
      ByteBuffer found = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      long id = found.getLong(before + 16) == 0 ? 0 : newest.storeId(); // 0 of an older Colophon
      encode(slots, before, id, newest.sequence() - 1, found.getLong(before + 32));
    }
    return Arrays.equals(bytes, expected) ? null : "one of its two entries is damaged";
  }

  private static void encode(ByteBuffer to, int at, long storeId, long sequence, long lsn) {
    to.putLong(at, MAGIC).putInt(at + 8, VERSION).putLong(at + 16, storeId);
    to.putLong(at + 24, sequence).putLong(at + 32, lsn).putInt(at + 12, checksum(to, at));
  }

  private static Slot read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Slot.NONE;
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    Slot first = slotAt(bytes, 0, file);
    Slot second = slotAt(bytes, SLOT_BYTES, file);
    return second.sequence() > first.sequence() ? second : first;
  }

  private static Slot slotAt(ByteBuffer bytes, int at, Path file) {
    if (bytes.limit() < at + CHECKED_TO || bytes.getLong(at) != MAGIC) {
      return Slot.NONE;
    }
    if (bytes.getInt(at + 12) != checksum(bytes, at)) {
      return Slot.NONE;
    }
    if (bytes.getInt(at + 8) > VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          file + " has a newer format: use the newer Colophon that wrote it");
    }
    return new Slot(bytes.getLong(at + 16), bytes.getLong(at + 24), bytes.getLong(at + 32));
  }

  private static int checksum(ByteBuffer bytes, int at) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().position(at + CHECKED_FROM).limit(at + CHECKED_TO));
    return (int) crc.getValue();
  }

  /** Returns true if the file had a valid slot when it was opened. */
  boolean isKnown() {
    return isKnown;
  }

  /** Returns the last LSN that is known to be acknowledged. */
  long lsn() {
    return lsn;
  }

  /** Records that everything up to an LSN is acknowledged; never lowers the recorded LSN. */
  void record(long acknowledgedLsn) throws IOException {
    if (acknowledgedLsn <= lsn) {
      return;
    }
    lsn = acknowledgedLsn;
    sequence++;
    slot.clear();
    encode(slot, 0, storeId, sequence, lsn);
    channel.write(slot, (sequence & 1) * SLOT_BYTES);
    long now = System.nanoTime();
    if (now - forcedNanos > FORCE_NANOS) {
      forcedNanos = now;
      channel.force(false);
    }
  }

  /** Same as {@link #record}, and durable on return. */
  void recordDurably(long acknowledgedLsn) throws IOException {
    record(acknowledgedLsn);
    channel.force(false);
  }

  /** Syncs and closes the file. */
  @Override
  public void close() throws IOException {
    try (channel) {
      channel.force(true);
    }
  }
}
