package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;

/**
 * Reads a binary log, file after file, one statement at a time. Only transactions whose end is in
 * the log are handed on: the rest is waited for, or, when the server has gone on in another file,
 * was never committed. Belongs to one thread.
 */
public final class BinlogReader implements AutoCloseable {
  private final Path log;
  private final BinlogFiles files;
  private final BinlogHandler handler;
  private final EventDecoder decoder;
  private GroupScan scan;
  private Payload payload;
  private long offset;
  private long groupEnd;

  /** Where it was left, as long as it did not go on there; else null. */
  private BinlogPlace left;

  /** How many statements of a compressed transaction were taken out of it. */
  private int done;

  /** Where the rest of the file cannot be told from noise, and that was said; -1 if nowhere. */
  private long stuckAt = -1;

  /**
   * @param log the index of a binary log, or one of its files; an absolute path
   * @param opener opens its files
   */
  public BinlogReader(Path log, FileOpener opener, BinlogHandler handler) {
    this.log = log;
    this.files = new BinlogFiles(log, opener);
    this.handler = handler;
    this.decoder = new EventDecoder(handler);
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(ErrorCode.IO_FAILED, "cannot read " + log + ": " + e, e);
  }

  // --- where it is ---

  /**
   * Goes on where it was left, before the first {@link #step}; what is gone meanwhile is told as
   * lost. As long as there is no log at all, it is waited for.
   */
  public void resume(BinlogPlace place) {
    left = place;
    try {
      goOn();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Goes to where it was left; whether there is a log to go on in. */
  private boolean goOn() throws IOException {
    String after = "what it had after " + left.file() + ":" + left.offset();
    if (!files.openNamed(left.file())) {
      if (!startFile(files.openAfter(left.file()))) {
        return false;
      }
      lost("was purged; " + after);
    } else if (files.readFormat() && files.open().agrees(left.offset(), left.checksum())) {
      go(left);
    } else {
      startFile(true);
      handler.begunAnew();
      lost("was begun anew; " + after);
    }
    left = null;
    return true;
  }

  private void go(BinlogPlace place) {
    offset = place.offset();
    groupEnd = place.groupEnd();
    if (place.group() != null) {
      decoder.start(place.group(), true);
      decoder.pass(place.done());
    }
  }

  private void lost(String what) {
    handler.trouble(log.getFileName().toString(), "the log " + what + " was not read", true);
  }

  /** Where reading goes on, null as long as there was no file ever. Never within a statement. */
  public BinlogPlace place() {
    if (files.open() == null) {
      return left;
    }
    int checksum = mark().checksum();
    Group within = offset < groupEnd ? decoder.group() : null;
    return new BinlogPlace(files.open().name(), offset, checksum, groupEnd, within, done);
  }

  /** The file that is read, and where in it; null as long as there is none. */
  public FileMark mark() {
    try {
      return files.open() == null ? null : files.open().mark(offset);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** When the server began the file that is read, in seconds since 1970; 0 if it does not say. */
  long fileSeconds() {
    try {
      EventHead first = files.open().head(BinlogFile.START);
      return first == null ? 0 : first.seconds();
    } catch (IOException | BadEventException e) {
      throw failed(e instanceof IOException known ? known : new IOException(e));
    }
  }

  /** Tells the place from every other, in whatever log. */
  public String unique() {
    FileKey key = files.open().key();
    return "binlog:" + key.device() + ":" + key.inode() + ":" + offset;
  }

  private String placeOf(long at) {
    return place(files.open().name(), at);
  }

  /** How a place in a file is called. */
  static String place(String file, long offset) {
    return file + ":" + offset;
  }

  /** Whether a transaction was begun and not read to its end. */
  boolean isWithin() {
    return offset < groupEnd;
  }

  // --- reading ---

  /** The transaction of which the next step is a part, null if none is there in full. */
  public Group next() {
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
   * Hands on one statement, or the end of a transaction, if there is one.
   *
   * @return whether anything was read
   */
  public boolean step() {
    if (next() == null) {
      return false;
    }
    try {
      boolean isTaken = false;
      while (!isTaken && offset < groupEnd) {
        isTaken = payload == null ? event() : inner();
      }
      if (offset >= groupEnd) {
        decoder.finish();
      }
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Finds the next transaction, or at least another file to look in. */
  private boolean findGroup() throws IOException {
    if (files.open() == null) {
      return left == null ? startFile(files.openFirst()) : goOn();
    }
    if (!files.readFormat() || stuckAt == offset) {
      return nextFile();
    }
    return scan() || nextFile();
  }

  private boolean scan() throws IOException {
    if (scan == null) {
      scan = new GroupScan(files.open(), offset);
    }
    try {
      long end = scan.end();
      if (end < 0) {
        return false;
      }
      begin(end);
    } catch (BadEventException e) {
      handler.trouble(placeOf(scan.at()), e.getMessage(), true);
      if (scan.isAtNext()) {
        offset = scan.at();
        groupEnd = offset;
        scan = null;
        return true;
      }
      stuckAt = offset;
      return false;
    }
    return true;
  }

  private void begin(long end) throws IOException, BadEventException {
    long seconds = files.open().head(offset).seconds();
    String place = placeOf(offset);
    decoder.start(new Group(place, "", scan.connection, scan.xid, seconds, 0, Bytes.EMPTY), false);
    groupEnd = end;
    done = 0;
    scan = null;
  }

  private boolean nextFile() throws IOException {
    if (!files.hasNext()) {
      return false;
    }
    if (stuckAt != offset && files.readFormat() && scan()) {
      // Written between the look at the file and the look at the index.
      return true;
    }
    if (stuckAt != offset && files.open().size() > offset) {
      handler.trouble(
          placeOf(offset), "the file ends within a transaction, which was not committed", false);
    }
    String before = files.open().name();
    if (!startFile(files.openNext())) {
      return false;
    }
    if (files.isAfterPurge(before)) {
      lost("was purged; what it had between " + before + " and " + files.open().name());
    }
    return true;
  }

  private boolean startFile(boolean isOpen) {
    if (isOpen) {
      offset = BinlogFile.START;
      groupEnd = offset;
      scan = null;
      payload = null;
      stuckAt = -1;
    }
    return isOpen;
  }

  private boolean event() throws IOException {
    EventHead head = null;
    try {
      head = files.open().head(offset);
      if (head == null) {
        throw new BadEventException("the file became shorter while it was read");
      }
      boolean isTaken = take(head);
      offset = payload == null ? head.end() : offset;
      return isTaken;
    } catch (BadEventException e) {
      handler.trouble(placeOf(offset), e.getMessage(), true);
      decoder.forgetStatement();
      offset = head == null ? groupEnd : head.end();
      return false;
    }
  }

  private boolean take(EventHead head) throws IOException, BadEventException {
    switch (head.type()) {
      case EventType.FORMAT_DESCRIPTION -> {
        if (files.isServerStart()) {
          handler.restarted();
        }
        return false;
      }
      case EventType.MARIA_START_ENCRYPTION -> throw BinlogFile.encrypted(files.open().path());
      case EventType.INCIDENT ->
          throw new BadEventException("the server says that it could not log all");
      default -> {
        EventBytes in = files.open().body(head);
        if (head.type() == EventType.TRANSACTION_PAYLOAD) {
          payload = new Payload(in);
          return false;
        }
        return decoder.take(head, in);
      }
    }
  }

  private boolean inner() {
    try {
      Payload.Inner inner = payload.next();
      if (inner != null) {
        boolean isPassed = decoder.isPassing();
        boolean isTaken = decoder.take(inner.head(), inner.body());
        done += isTaken ? 1 : 0;
        if (!isTaken || decoder.isOpen()) {
          return isTaken && !isPassed;
        }
      }
    } catch (BadEventException e) {
      handler.trouble(placeOf(offset), e.getMessage(), true);
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
