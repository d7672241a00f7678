// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.FramePositions;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Journal of a store. The kernel's thread encodes records and writes frames, the commit thread
 * makes them durable, and each adapter's thread reads them.
 */
public final class Journal {
  private static final Logger LOG = System.getLogger(Journal.class.getName());

  private final JournalConfig config;
  private final JournalIdentity identity;
  private final SyncedMark mark;
  private final SegmentFiles files;
  private final RecoveryReport recovery;
  private final CopyOnWriteArrayList<Segment> segments;
  private final GroupCommit commit;
  private final RecordEncoder encoder;
  private final Map<String, Bytes> positions; // kernel thread
  private final Object readers = new Object();

  @SuppressWarnings("NullAway.Init") // openForAppend sets it
  private SegmentFile file;

  private long nextFrameLsn;
  private long frames; // of this run; set by the kernel thread
  private volatile long operations;
  private volatile long writtenLsn;
  private volatile LongConsumer whenAwaited = lsn -> {};
  private volatile boolean isSegmentEnding;

  private Journal(
      JournalConfig config,
      JournalIdentity identity,
      SyncedMark mark,
      SegmentFiles files,
      JournalRecovery recovery,
      RecoveryReport report,
      Consumer<Throwable> onFailure) {
    this.config = config;
    this.identity = identity;
    this.mark = mark;
    this.files = files;
    this.recovery = report;
    this.positions = new HashMap<>(report.positions());
    this.segments = new CopyOnWriteArrayList<>(recovery.segments());
    this.writtenLsn = report.lastLsn();
    this.nextFrameLsn = report.lastLsn() + 1;
    this.commit =
        new GroupCommit(
            config.syncIntervalMillis(), report.lastLsn(), mark, onFailure, this::wakeReaders);
    this.encoder = new RecordEncoder(config.withChunks());
    encoder.reset(nextFrameLsn);
  }

  /**
   * Opens or creates the journal of a store and recovers it.
   *
   * @param onFailure called once, on the commit thread, if a sync fails
   * @throws ColophonException STORE_FOREIGN if a segment or the mark belongs to another store;
   *     STORE_TOO_NEW, DISK_FULL, IO_FAILED
   */
  public static Journal open(
      JournalConfig config, JournalIdentity identity, Consumer<Throwable> onFailure) {
    return open(config, identity, SegmentFiles.onDisk(), onFailure);
  }

  /** Opens or creates a journal that belongs to no store. */
  public static Journal open(JournalConfig config, Consumer<Throwable> onFailure) {
    return open(config, SegmentFiles.onDisk(), onFailure);
  }

  static Journal open(JournalConfig config, SegmentFiles files, Consumer<Throwable> onFailure) {
    return open(config, JournalIdentity.none(config.directory()), files, onFailure);
  }

  private static Journal open(
      JournalConfig config,
      JournalIdentity identity,
      SegmentFiles files,
      Consumer<Throwable> onFailure) {
    SyncedMark mark = null;
    try {
      Files.createDirectories(config.directory());
      mark = SyncedMark.open(identity.synced(), identity.storeId());
      JournalRecovery recovery = new JournalRecovery(config.directory(), identity, mark);
      RecoveryReport report = recovery.recover();
      forceRecovered(config.directory(), files, recovery.segments());
      mark.recordDurably(report.lastLsn());
      Journal journal = new Journal(config, identity, mark, files, recovery, report, onFailure);
      journal.openForAppend();
      journal.commit.start();
      return journal;
    } catch (IOException e) {
      closeAfter(e, mark);
      throw IoFailure.of("open the journal in", config.directory(), e);
    } catch (RuntimeException e) {
      closeAfter(e, mark);
      throw e;
    }
  }

  private static void closeAfter(Exception failure, @Nullable SyncedMark mark) {
    try {
      if (mark != null) {
        mark.close();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Syncs recovered data, which a killed process may have left in the page cache only. */
  private static void forceRecovered(Path directory, SegmentFiles files, List<Segment> segments)
      throws IOException {
    for (Segment segment : segments) {
      try (SegmentFile written = files.open(segment.path())) {
        written.force();
      }
    }
    SegmentFiles.forceDirectory(directory);
  }

  /** Returns the id of the store that a journal belongs to, or 0. Needs no lock. */
  public static long peekStoreId(Path directory) {
    try {
      return Files.isDirectory(directory) ? JournalPeek.storeId(directory) : 0;
    } catch (IOException e) {
      throw IoFailure.of("read the journal in", directory, e);
    }
  }

  /** Returns the acknowledged LSN in a file of {@link SyncedMark}; 0 if unknown. */
  public static long peekAcknowledgedLsn(Path synced) {
    try {
      return SyncedMark.peekLsn(synced);
    } catch (IOException e) {
      throw IoFailure.of("read", synced, e);
    }
  }

  /**
   * Checks a file of {@link SyncedMark}. A writer may be active.
   *
   * @return the problem; empty if it is intact
   */
  public static Optional<String> problemOfSynced(Path synced, long storeId) {
    try {
      return Optional.ofNullable(SyncedMark.problem(synced, storeId));
    } catch (IOException e) {
      throw IoFailure.of("read", synced, e);
    }
  }

  /** Returns the last frame of a journal that need not be open; null if it has none. */
  public static @Nullable FrameFacts peekLastFrame(Path directory) {
    try {
      return Files.isDirectory(directory) ? JournalPeek.lastFrame(directory) : null;
    } catch (IOException e) {
      throw IoFailure.of("read the journal in", directory, e);
    }
  }

  /** Returns the first LSN of a journal that need not be open; 0 if it has no frame. */
  public static long peekFirstLsn(Path directory) {
    try {
      return Files.isDirectory(directory) ? JournalPeek.firstLsn(directory) : 0;
    } catch (IOException e) {
      throw IoFailure.of("read the journal in", directory, e);
    }
  }

  private void openForAppend() throws IOException {
    if (segments.isEmpty()) {
      roll();
    } else {
      file = files.open(last().path());
      commit.roll(file);
    }
  }

  public RecoveryReport recovery() {
    return recovery;
  }

  /** Returns the encoder of the next frame, for the kernel's thread. */
  public RecordEncoder encoder() {
    return encoder;
  }

  /** Puts the position of a reporter into the next frame. Kernel thread. */
  public void position(long lsn, long nanos, String source, Bytes position) {
    encoder.position(lsn, nanos, source, position);
    if (position.isEmpty()) {
      positions.remove(source);
    } else {
      positions.put(source, position);
    }
  }

  /**
   * Writes the encoder's records as a frame, even if there are none. The first frame of a segment
   * repeats all positions, so that earlier segments can be deleted. If recovery finds that frame
   * damaged, the next frame repeats them. Kernel thread.
   *
   * @param accountedLsn this frame and earlier ones account for everything up to this LSN
   */
  public void writeFrame(long accountedLsn, long nextProcess, long nextObject, boolean clean) {
    Segment segment = last();
    int length;
    try {
      segment = segmentToWrite();
      if (!segment.hasFirstFrame()) {
        positions.forEach((source, at) -> encoder.position(accountedLsn, 0, source, at));
      }
      length = encoder.finish(accountedLsn, nextProcess, nextObject, clean, segment.salt());
      file.write(ByteBuffer.wrap(encoder.frame(), 0, length));
    } catch (IOException e) {
      takeBack(segment.endBytes(), e);
      throw IoFailure.of("write to the journal segment", segment.path(), e);
    }
    segment.extendTo(segment.endBytes() + length, accountedLsn, ++frames);
    nextFrameLsn = accountedLsn + 1;
    writtenLsn = accountedLsn;
    long before = operations;
    operations = before + encoder.operations(); // before readers can see the frame
    encoder.reset(nextFrameLsn);
  }

  /** Returns the last segment, after a new one was begun if the last one is full. */
  private Segment segmentToWrite() throws IOException {
    if (last().endBytes() >= config.segmentBytes() || isSegmentEnding) {
      isSegmentEnding = false;
      roll();
    }
    return last();
  }

  /**
   * Writes a frame of another journal of the same history. Kernel thread.
   *
   * @param frame a frame that begins after the last LSN. Its checksum is computed again with the
   *     segment's salt
   */
  public void appendFrame(CanonicalFrame frame) {
    FrameFacts facts = frame.facts();
    nextFrameLsn = facts.firstLsn(); // a segment that begins here is named after it
    Segment segment = last();
    try {
      segment = segmentToWrite();
      if (!segment.hasFirstFrame() && !positions.isEmpty()) {
        encoder.reset(nextFrameLsn);
        writeFrame(nextFrameLsn - 1, facts.nextProcess(), facts.nextObject(), false);
      }
      FrameFormat.seal(frame.bytes(), frame.offset(), segment.salt());
      file.write(ByteBuffer.wrap(frame.bytes(), frame.offset(), frame.length()));
    } catch (IOException e) {
      takeBack(segment.endBytes(), e);
      throw IoFailure.of("write to the journal segment", segment.path(), e);
    }
    FramePositions.addTo(positions, frame.bytes(), frame.offset());
    segment.extendTo(segment.endBytes() + frame.length(), facts.lastLsn(), ++frames);
    nextFrameLsn = facts.lastLsn() + 1;
    long before = operations;
    operations = before + facts.operations(); // before readers can see the frame
    writtenLsn = facts.lastLsn();
  }

  private void takeBack(long goodBytes, IOException cause) {
    try {
      file.truncate(goodBytes);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Makes the next frame begin a new segment, so that the current one is complete. Any thread. */
  public void endSegment() {
    isSegmentEnding = true;
  }

  /** Begins a new segment, unless the last one accounts for no LSN yet. Kernel thread. */
  public void startSegment() {
    try {
      roll();
    } catch (IOException e) {
      throw IoFailure.of("begin a journal segment in", config.directory(), e);
    }
  }

  /**
   * Begins a new segment, unless the current one accounts for no LSN yet. Segments are named after
   * LSNs, so such a segment continues beyond its size limit.
   */
  private void roll() throws IOException {
    Path path = config.directory().resolve(SegmentFormat.fileName(nextFrameLsn));
    if (!segments.isEmpty() && last().path().equals(path)) {
      return;
    }
    file = files.open(path);
    commit.roll(file);
    int salt = SegmentFormat.newSalt();
    file.write(SegmentFormat.header(salt, identity.storeId()));
    segments.add(new Segment(path, salt, SegmentFormat.HEADER_BYTES, 0, List.of()));
  }

  /** Reports to the commit thread that everything up to an LSN is handled. Kernel thread. */
  public void accounted(long lsn, boolean wroteFrame) {
    commit.accounted(lsn, wroteFrame, frames, writtenLsn);
  }

  /** Returns the number of operations written since the journal was opened. Any thread. */
  public long operations() {
    return operations;
  }

  /** Returns the last LSN of the last frame written. Any thread. */
  public long writtenLsn() {
    return writtenLsn;
  }

  public long durableLsn() {
    return commit.durableLsn();
  }

  /** Returns the last LSN of the last frame on disk, where readers stop. Any thread. */
  public long readableLsn() {
    return commit.durableFrameLsn();
  }

  /**
   * Sets a callback that a waiting thread calls with the awaited LSN before it waits. The LSN may
   * not be written yet.
   */
  public void whenAwaited(LongConsumer writer) {
    whenAwaited = writer;
  }

  /** Waits until everything up to an LSN is on disk. Any thread but the kernel's. */
  public void awaitDurable(long lsn) {
    if (lsn > writtenLsn) {
      whenAwaited.accept(lsn);
    }
    commit.awaitDurable(lsn);
  }

  /**
   * Waits until every accounted frame is on disk, including frames without an LSN. Any thread but
   * the kernel's.
   */
  public void awaitFramesDurable() {
    commit.awaitFrames();
  }

  /**
   * Waits until a frame beyond an LSN is readable, other work is due, or the timeout passes.
   *
   * @param otherwise returns true if other work is due; called after {@link #wakeReaders}
   */
  public void awaitFrameAfter(long lsn, long timeoutMillis, BooleanSupplier otherwise)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    synchronized (readers) {
      while (readableLsn() <= lsn && !otherwise.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return;
        }
        readers.wait(left);
      }
    }
  }

  /** Wakes all callers of {@link #awaitFrameAfter} to check for other work. */
  public void wakeReaders() {
    synchronized (readers) {
      readers.notifyAll();
    }
  }

  /** Returns a reader of all frames on disk that hold records beyond an LSN. */
  public JournalReader readAfter(long lsn) {
    Segment first = segments.get(0);
    for (Segment segment : segments) {
      first = segment;
      if (segment.lastLsn() > lsn) {
        break;
      }
    }
    return new JournalReader(this, first, lsn);
  }

  @Nullable Segment segmentAfter(Segment segment) {
    Segment[] now = segments.toArray(new Segment[0]); // front ones may be released meanwhile
    for (int i = 0; i < now.length; i++) {
      if (now[i] == segment) {
        return i + 1 < now.length ? now[i + 1] : null;
      }
    }
    return now[0];
  }

  private Segment last() {
    return segments.get(segments.size() - 1);
  }

  /** Returns the first LSN that the segments may hold. */
  public long firstLsn() {
    return SegmentFormat.firstLsn(segments.get(0).path());
  }

  /** Returns the size of the segments on disk. */
  public long bytes() {
    long sum = 0;
    for (Segment segment : segments) {
      sum += segment.endBytes();
    }
    return sum;
  }

  /** Returns the size of the segments that {@link #release} could delete. */
  public long bytesUpTo(long lsn) {
    Segment[] now = segments.toArray(new Segment[0]);
    long sum = 0;
    for (int i = 0; i < now.length - 1 && now[i].lastLsn() <= lsn; i++) {
      sum += now[i].endBytes();
    }
    return sum;
  }

  /** Returns the LSN after which the segments fit into a number of bytes; 0 if all segments do. */
  public long lastLsnBefore(long bytes) {
    Segment[] now = segments.toArray(new Segment[0]);
    long sum = 0;
    for (int i = now.length - 1; i >= 0; i--) {
      sum += now[i].endBytes();
      if (sum > bytes) {
        return now[i].lastLsn();
      }
    }
    return 0;
  }

  public boolean isOverBudget() {
    return bytes() > config.budgetBytes();
  }

  /** Returns true if releasing everything up to an LSN would delete nothing. */
  public boolean isHeldBackAt(long heldLsn) {
    Segment[] now = segments.toArray(new Segment[0]);
    return now.length > 1 && heldLsn < now[0].lastLsn();
  }

  /**
   * Continues after an LSN that an adapter holds but the journal has lost. Call before the first
   * frame of a run.
   */
  public void skipTo(long lsn) {
    nextFrameLsn = Math.max(nextFrameLsn, lsn + 1);
    encoder.reset(nextFrameLsn);
  }

  /**
   * Deletes the segments that end at or below an LSN. Keeps the last one that repeats all positions
   * on disk, because a crash could destroy the next frame that repeats them.
   */
  public void release(long heldLsn) {
    try {
      int most = segmentsThatMayGo();
      int released = 0;
      while (released < most && segments.get(0).lastLsn() <= heldLsn) {
        Files.deleteIfExists(segments.get(0).path()); // first, so that remaining files stay listed
        segments.remove(0);
        released++;
      }
      if (released > 0) {
        SegmentFiles.forceDirectory(config.directory());
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot delete an old journal segment: {0}", e.toString());
    }
  }

  private int segmentsThatMayGo() {
    long durable = commit.durableFrames();
    int at = segments.size() - 1;
    while (at > 0 && segments.get(at).firstFrame() > durable) {
      at--;
    }
    return at;
  }

  /** Releases all waiters for durability; nothing further will be written. */
  public void fail(Throwable cause) {
    commit.fail(cause);
  }

  /** Syncs and closes. No thread may write any longer. */
  public void close() {
    try {
      commit.close();
      file.close();
      mark.close();
    } catch (IOException e) {
      throw IoFailure.of("close the journal in", config.directory(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("closing the journal", e);
    }
  }
}
