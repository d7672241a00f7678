// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.mysql.binlog.event.EventBytes;
import org.colophon.reporters.mysql.binlog.event.EventHeader;
import org.colophon.reporters.mysql.binlog.event.EventType;
import org.colophon.reporters.mysql.binlog.event.FormatDescription;
import org.colophon.reporters.mysql.binlog.event.MalformedEventException;
import org.colophon.reporters.mysql.binlog.event.TransactionPayload;
import org.jspecify.annotations.Nullable;

/**
 * Reads a binary log one statement at a time, file after file. Reports only transactions whose end
 * is in the log. Waits for a missing end. If the server has switched to another file, ignores the
 * transaction, because the end will never be written. One thread.
 */
public final class BinlogReader implements AutoCloseable {
  private final Path log;
  private final BinlogFiles files;
  private final BinlogHandler handler;
  private final EventDecoder decoder;
  private @Nullable EventGroupScan scan;
  private @Nullable TransactionPayload payload;
  private long offset;
  private long groupEnd;

  /** Restored position; null once reading has resumed there. */
  private @Nullable BinlogPosition left;

  /** Number of statements of the current compressed transaction that were read. */
  private int done;

  /** Offset after which the file is malformed, once this was reported; -1 if none. */
  private long malformedAt = -1;

  /**
   * @param log index of a binary log or one of its files, an absolute path
   * @param opener opens its files
   */
  public BinlogReader(Path log, FileOpener opener, BinlogHandler handler) {
    this.log = log;
    this.files = new BinlogFiles(log, opener);
    this.handler = handler;
    this.decoder = new EventDecoder(handler);
  }

  /** Reads the format of a log. Returns null if the log does not exist yet. */
  public static @Nullable FormatDescription format(Path log, FileOpener opener) {
    try (BinlogFiles files = new BinlogFiles(log, opener)) {
      return files.firstFormat();
    } catch (IOException e) {
      throw failed(log, e);
    }
  }

  private ColophonException failed(IOException e) {
    return failed(log, e);
  }

  private static ColophonException failed(Path log, IOException e) {
    return IoFailure.of("read", log, e);
  }

  // --- position ---

  /**
   * Resumes at a position before the first {@link #step}. Reports files that were purged meanwhile
   * as a loss. Waits for a missing log.
   */
  public void resume(BinlogPosition place) {
    left = place;
    try {
      resumeReading(place);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Moves to the restored position. Returns false if the log does not exist yet. */
  private boolean resumeReading(BinlogPosition place) throws IOException {
    String after = "its content after " + place.file() + ":" + place.offset();
    if (!files.openNamed(place.file())) {
      if (!startFile(files.openAfter(place.file()))) {
        return false;
      }
      reportLoss("was purged; " + after);
    } else if (files.readFormat() && files.open().agrees(place.offset(), place.checksum())) {
      moveTo(place);
    } else {
      startFile(true);
      handler.logReset();
      reportLoss("was reset; " + after);
    }
    left = null;
    return true;
  }

  private void moveTo(BinlogPosition place) {
    offset = place.offset();
    groupEnd = place.groupEnd();
    if (place.group() != null) {
      decoder.start(place.group(), true);
      decoder.pass(place.done());
    }
  }

  private void reportLoss(String what) {
    handler.problem(log.getFileName().toString(), "the log " + what + " was not read", true);
  }

  /**
   * Returns the position to resume at, which is never within a statement. Returns null if no file
   * was ever open.
   */
  public @Nullable BinlogPosition place() {
    FileMark mark = mark();
    if (mark == null) {
      return left;
    }
    EventGroup within = offset < groupEnd ? decoder.group() : null;
    return new BinlogPosition(files.open().name(), offset, mark.checksum(), groupEnd, within, done);
  }

  /** Returns the current file and offset; null before a file is open. */
  public @Nullable FileMark mark() {
    try {
      return files.isOpen() ? files.open().mark(offset) : null;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Returns the start of the current file in seconds since 1970; 0 if it is not known. */
  long fileSeconds() {
    try {
      EventHeader first = files.open().head(BinlogFile.START);
      return first == null ? 0 : first.seconds();
    } catch (IOException | MalformedEventException e) {
      throw failed(e instanceof IOException known ? known : new IOException(e));
    }
  }

  /** Returns a text that identifies the position uniquely among all logs. */
  public String unique() {
    FileKey key = files.open().key();
    return "binlog:" + key.device() + ":" + key.inode() + ":" + offset;
  }

  private String placeOf(long at) {
    return place(files.open().name(), at);
  }

  static String place(String file, long offset) {
    return file + ":" + offset;
  }

  /** Returns whether the position is within a transaction. */
  boolean isWithin() {
    return offset < groupEnd;
  }

  // --- reading ---

  /** Returns the transaction of the next step; null if none is complete. */
  public @Nullable EventGroup next() {
    try {
      while (offset >= groupEnd) {
        if (!findGroup()) {
          return null;
        }
      }
      return decoder.group();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Passes one statement or the end of a transaction to the handler.
   *
   * @return whether there was one
   */
  public boolean step() {
    if (next() == null) {
      return false;
    }
    try {
      boolean isTaken = false;
      while (!isTaken && offset < groupEnd) {
        isTaken = payload == null ? event() : inner(payload);
      }
      if (offset >= groupEnd) {
        decoder.finish();
      }
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Finds the next transaction, or moves to the next file. */
  private boolean findGroup() throws IOException {
    if (!files.isOpen()) {
      return left == null ? startFile(files.openFirst()) : resumeReading(left);
    }
    if (!files.readFormat() || malformedAt == offset) {
      return nextFile();
    }
    return scan() || nextFile();
  }

  private boolean scan() throws IOException {
    EventGroupScan current = scan == null ? new EventGroupScan(files.open(), offset) : scan;
    scan = current;
    try {
      long end = current.end();
      if (end < 0) {
        return false;
      }
      begin(current.connection, end);
    } catch (MalformedEventException e) {
      handler.problem(placeOf(current.at()), e.getMessage(), true);
      if (current.isAtNext()) {
        offset = current.at();
        groupEnd = offset;
        scan = null;
        return true;
      }
      malformedAt = offset;
      return false;
    }
    return true;
  }

  private void begin(long connection, long end) throws IOException, MalformedEventException {
    long seconds = head().seconds();
    String place = placeOf(offset);
    decoder.start(new EventGroup(place, "", connection, seconds, 0, Bytes.EMPTY), false);
    groupEnd = end;
    done = 0;
    scan = null;
  }

  private boolean nextFile() throws IOException {
    if (!files.hasNext()) {
      return false;
    }
    if (malformedAt != offset && files.readFormat() && scan()) {
      // The transaction was written after the last read of the file and before the check of the
      // index.
      return true;
    }
    if (malformedAt != offset && files.open().size() > offset) {
      handler.problem(
          placeOf(offset), "the file ends within a transaction, which was not committed", false);
    }
    String before = files.open().name();
    if (!startFile(files.openNext())) {
      return false;
    }
    if (files.isAfterPurge(before)) {
      reportLoss("was purged; its content between " + before + " and " + files.open().name());
    }
    return true;
  }

  private boolean startFile(boolean isOpen) {
    if (isOpen) {
      offset = BinlogFile.START;
      groupEnd = offset;
      scan = null;
      payload = null;
      malformedAt = -1;
    }
    return isOpen;
  }

  private boolean event() throws IOException {
    EventHeader head = null;
    try {
      head = head();
      boolean isTaken = take(head);
      offset = payload == null ? head.end() : offset;
      return isTaken;
    } catch (MalformedEventException e) {
      handler.problem(placeOf(offset), e.getMessage(), true);
      decoder.forgetStatement();
      offset = head == null ? groupEnd : head.end();
      return false;
    }
  }

  private EventHeader head() throws IOException, MalformedEventException {
    EventHeader head = files.open().head(offset);
    if (head == null) {
      throw new MalformedEventException("the file became shorter while it was read");
    }
    return head;
  }

  private boolean take(EventHeader head) throws IOException, MalformedEventException {
    switch (head.type()) {
      case EventType.FORMAT_DESCRIPTION -> {
        if (files.isServerStart()) {
          handler.restarted();
        }
        return false;
      }
      case EventType.MARIA_START_ENCRYPTION -> throw BinlogFile.encrypted(files.open().path());
      case EventType.INCIDENT ->
          throw new MalformedEventException("the server reports that its log is incomplete");
      default -> {
        EventBytes in = files.open().body(head);
        if (head.type() == EventType.TRANSACTION_PAYLOAD) {
          payload = new TransactionPayload(in);
          return false;
        }
        return decoder.take(head, in);
      }
    }
  }

  private boolean inner(TransactionPayload of) {
    try {
      TransactionPayload.Inner inner = of.next();
      if (inner != null) {
        boolean isPassed = decoder.isPassing();
        boolean isTaken = decoder.take(inner.head(), inner.body());
        done += isTaken ? 1 : 0;
        if (!isTaken || decoder.isOpen()) {
          return isTaken && !isPassed;
        }
      }
    } catch (MalformedEventException e) {
      handler.problem(placeOf(offset), e.getMessage(), true);
      decoder.forgetStatement();
    }
    payload = null;
    offset = groupEnd;
    return false;
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
