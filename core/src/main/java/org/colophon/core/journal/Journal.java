package org.colophon.core.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The journal of a store. The kernel's thread encodes records and writes frames; the commit thread
 * makes them durable; each adapter's thread reads them behind.
 */
public final class Journal {
  private final JournalConfig config;
  private final SegmentFiles files;
  private final RecoveryReport recovery;
  private final CopyOnWriteArrayList<Segment> segments;
  private final GroupCommit commit;
  private final RecordEncoder encoder = new RecordEncoder();
  private final Object appended = new Object();
  private SegmentFile file;
  private long nextFrameLsn;
  private volatile long writtenLsn;

  private Journal(
      JournalConfig config,
      SegmentFiles files,
      JournalRecovery recovery,
      RecoveryReport report,
      Consumer<Throwable> onFailure) {
    this.config = config;
    this.files = files;
    this.recovery = report;
    this.segments = new CopyOnWriteArrayList<>(recovery.segments());
    this.writtenLsn = report.lastLsn();
    this.nextFrameLsn = report.lastLsn() + 1;
    this.commit = new GroupCommit(config.syncIntervalMillis(), report.lastLsn(), onFailure);
    encoder.reset(nextFrameLsn);
  }

  /**
   * Opens or creates a journal and recovers it.
   *
   * @param onFailure told once, on the commit thread, if a sync fails
   */
  public static Journal open(JournalConfig config, Consumer<Throwable> onFailure) {
    return open(config, SegmentFiles.onDisk(), onFailure);
  }

  static Journal open(JournalConfig config, SegmentFiles files, Consumer<Throwable> onFailure) {
    try {
      Files.createDirectories(config.directory());
      JournalRecovery recovery = new JournalRecovery(config.directory());
      RecoveryReport report = recovery.recover();
      Journal journal = new Journal(config, files, recovery, report, onFailure);
      journal.openForAppend();
      journal.commit.start();
      return journal;
    } catch (IOException e) {
      throw failed("open the journal in " + config.directory(), e);
    }
  }

  /** The largest LSN in a journal that nobody need have open; 0 if there is none. */
  public static long peekLastLsn(Path directory) {
    try {
      return Files.isDirectory(directory) ? JournalPeek.lastLsn(directory) : 0;
    } catch (IOException e) {
      throw failed("read the journal in " + directory, e);
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

  /** Where the kernel's thread puts records for the next frame. */
  public RecordEncoder encoder() {
    return encoder;
  }

  /**
   * Writes what the encoder holds as a frame, even if it holds nothing. Kernel thread.
   *
   * @param accountedLsn everything up to here is in this frame or those before
   */
  public void writeFrame(long accountedLsn, long nextProcess, long nextObject, boolean clean) {
    int length = encoder.finish(accountedLsn, nextProcess, nextObject, clean);
    Segment segment = last();
    try {
      if (segment.endBytes() >= config.segmentBytes()) {
        roll();
        segment = last();
      }
      file.write(ByteBuffer.wrap(encoder.frame(), 0, length));
    } catch (IOException e) {
      takeBack(segment.endBytes(), e);
      throw failed("write to the journal segment " + segment.path(), e);
    }
    segment.extendTo(segment.endBytes() + length, accountedLsn);
    nextFrameLsn = accountedLsn + 1;
    writtenLsn = accountedLsn;
    encoder.reset(nextFrameLsn);
    synchronized (appended) {
      appended.notifyAll();
    }
  }

  private void takeBack(long goodBytes, IOException cause) {
    try {
      file.truncate(goodBytes);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Begins a new segment. Kernel thread. */
  public void startSegment() {
    try {
      roll();
    } catch (IOException e) {
      throw failed("begin a journal segment in " + config.directory(), e);
    }
  }

  private void roll() throws IOException {
    Path path = config.directory().resolve(SegmentFormat.fileName(nextFrameLsn));
    file = files.open(path);
    commit.roll(file);
    file.write(SegmentFormat.header());
    segments.add(new Segment(path, SegmentFormat.HEADER_BYTES, 0, List.of()));
  }

  /** Says that everything up to an LSN is handled; the commit thread goes by it. Kernel thread. */
  public void accounted(long lsn, boolean wroteFrame) {
    commit.accounted(lsn, wroteFrame);
  }

  /** The last LSN of the last frame written. Any thread. */
  public long writtenLsn() {
    return writtenLsn;
  }

  public long durableLsn() {
    return commit.durableLsn();
  }

  /** Waits until everything up to an LSN is on disk. Any thread but the kernel's. */
  public void awaitDurable(long lsn) {
    commit.awaitDurable(lsn);
  }

  /**
   * Waits until a frame beyond an LSN was written, something else is to be done, or the time is
   * over.
   *
   * @param otherwise asked whenever {@link #wakeReaders} is called
   */
  public void awaitFrameAfter(long lsn, long timeoutMillis, BooleanSupplier otherwise)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    synchronized (appended) {
      while (writtenLsn <= lsn && !otherwise.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return;
        }
        appended.wait(left);
      }
    }
  }

  /**
   * Wakes everybody in {@link #awaitFrameAfter} so that they ask again whether there is something
   * else to do.
   */
  public void wakeReaders() {
    synchronized (appended) {
      appended.notifyAll();
    }
  }

  /** A reader of all frames that hold something beyond an LSN. */
  public JournalReader readAfter(long lsn) {
    Segment first = segments.get(0);
    for (Segment segment : segments) {
      if (segment.lastLsn() == 0 || segment.lastLsn() > lsn) {
        first = segment;
        break;
      }
    }
    return new JournalReader(this, first, lsn);
  }

  Segment segmentAfter(Segment segment) {
    int index = segments.indexOf(segment);
    return index + 1 < segments.size() ? segments.get(index + 1) : null;
  }

  private Segment last() {
    return segments.get(segments.size() - 1);
  }

  /** What the segments take on disk. */
  public long bytes() {
    long sum = 0;
    for (Segment segment : segments) {
      sum += segment.endBytes();
    }
    return sum;
  }

  public boolean isOverBudget() {
    return bytes() > config.budgetBytes();
  }

  /** Deletes the segments, but for the last, of which everything is at or below an LSN. */
  public void release(long heldLsn) {
    try {
      boolean released = false;
      while (segments.size() > 1 && segments.get(0).lastLsn() <= heldLsn) {
        Files.deleteIfExists(segments.remove(0).path());
        released = true;
      }
      if (released) {
        SegmentFiles.forceDirectory(config.directory());
      }
    } catch (IOException e) {
      throw failed("delete old journal segments in " + config.directory(), e);
    }
  }

  /** Releases whoever waits for durability; nothing more will be written. */
  public void fail(Throwable cause) {
    commit.fail(cause);
  }

  /** Syncs and closes. No thread may write any more. */
  public void close() {
    try {
      commit.close();
      file.close();
    } catch (IOException e) {
      throw failed("close the journal in " + config.directory(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted closing the journal", e);
    }
  }

  private static ColophonException failed(String what, IOException e) {
    String reason = String.valueOf(e.getMessage());
    boolean full = reason.contains("No space left") || reason.contains("quota");
    return full
        ? new ColophonException(
            ErrorCode.DISK_FULL, "cannot " + what + ": the disk is full; free some space", e)
        : new ColophonException(ErrorCode.IO_FAILED, "cannot " + what + ": " + reason, e);
  }
}
