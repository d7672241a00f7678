package org.colophon.reporters.mysql.tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.threads.Urgency;
import org.colophon.reporters.mysql.log.LogParser;

/**
 * Reads a log file, on demand for ever: through rotation (the file is renamed, another takes its
 * name), flushing, and copying and truncating; also a file that is done. All but {@link #stop} on
 * one thread.
 */
public final class LogTail {
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONG_QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Who deletes or moves a log elsewhere tells the server within this time to leave it. */
  private static final long ROTATION_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Who follows a log gives way to the server that writes it, while no more than this waits. */
  private static final long FAR_BEHIND_BYTES = 16 << 20;

  private static final String UNCERTAIN =
      "the order of rotated files is uncertain: two have the same time of change, or their numbers"
          + " neither rise nor fall with it; records may be missing or recorded twice. Rotate without"
          + " changing modification times";

  private enum Wait {
    NOT,
    A_WHILE,
    FOR_EVER
  }

  private final Path log;
  private final LogFiles files;
  private final FileOpener opener;
  private final LogParser parser;
  private final TailListener listener;
  private final Patience patience = new Patience();
  private final Absence absence = new Absence();
  private OpenLog open;

  /** Whether files were rotated away before they were read, and all was not read since. */
  private boolean isBehindRotation;

  /** The empty file that has the name now, null if none was met. */
  private FileKey awaited;

  /** For how long to read on in the open one beside it. */
  private Wait wait = Wait.NOT;

  /** When it was met. */
  private long awaitedNanos;

  private long lastDataNanos;

  /**
   * @param log an absolute path
   * @param opener opens it, and those that had its name before
   */
  public LogTail(Path log, FileOpener opener, LogParser parser, TailListener listener) {
    this.log = log;
    this.opener = opener;
    this.files = new LogFiles(log, opener);
    this.parser = parser;
    this.listener = listener;
  }

  /** Refuses what is no file that can be read again, such as a named pipe. */
  public static void refusePipes(Path log) {
    try {
      BasicFileAttributes is = Files.readAttributes(log, BasicFileAttributes.class);
      if (is.isOther()) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST,
            log
                + " is a named pipe or device: servers drop records, silently, when nobody reads"
                + " fast enough, and nothing could be read again after a crash; let the server log"
                + " into a file");
      }
      if (is.isDirectory()) {
        throw new ColophonException(ErrorCode.BAD_REQUEST, log + " is a folder, not a log");
      }
    } catch (NoSuchFileException e) {
      // It may come; who does not want to wait finds out on reading.
      return;
    } catch (IOException e) {
      throw failed(log, e);
    }
  }

  /** The files that a log was before it was rotated, oldest first. */
  public static List<Path> before(Path log, FileOpener opener) throws IOException {
    return new LogFiles(log, opener)
        .list().stream().map(LogFiles.Entry::path).filter(path -> !path.equals(log)).toList();
  }

  private static ColophonException failed(Path log, IOException e) {
    return new ColophonException(ErrorCode.IO_FAILED, "cannot read " + log + ": " + e, e);
  }

  /**
   * Reads.
   *
   * @param from where to go on; null to begin at the log's beginning
   * @param follows whether to wait for more at the end, until {@link #stop}
   */
  public void run(FileMark from, boolean follows) {
    try {
      openFirst(from, follows);
      lastDataNanos = System.nanoTime();
      while (open != null && !patience.isStopped()) {
        if (open.read()) {
          lastDataNanos = System.nanoTime();
          patience.reward();
          listener.progress(false);
          if (follows) {
            Urgency.set(isFarBehind());
            if (open.hasReadAll()) {
              patience.gather();
            }
          }
        } else if (!advance(follows)) {
          break;
        }
      }
    } catch (IOException e) {
      throw failed(log, e);
    } finally {
      close();
    }
  }

  /** A mark of where what was not handed on yet begins; while {@link #run} runs. */
  public FileMark mark(long offset) {
    try {
      return open.mark(offset);
    } catch (IOException e) {
      throw failed(log, e);
    }
  }

  /** The file and a place in it, for messages. */
  public String place(long offset) {
    return log.getFileName() + ":" + offset;
  }

  /** The file, whatever it is called by now, and a place in it; while {@link #run} runs. */
  public String unique(long offset) {
    FileKey key = open.key();
    return key.device() + ":" + key.inode() + ":" + offset;
  }

  public boolean isStopped() {
    return patience.isStopped();
  }

  /** Asks {@link #run} to return soon. Any thread. */
  public void stop() {
    patience.stop();
  }

  // --- beginning ---

  private void openFirst(FileMark from, boolean follows) throws IOException {
    while (open == null && !patience.isStopped()) {
      if (from != null && resume(from)) {
        return;
      }
      open = OpenLog.open(log, opener, parser);
      if (open != null) {
        open.start(0);
      } else if (follows) {
        absence.met("there is no log " + log);
        patience.await();
      } else {
        throw new ColophonException(ErrorCode.NOT_FOUND, "there is no log " + log);
      }
    }
    if (from != null && open != null) {
      lost("was left in a file that is gone; what it had after byte " + from.offset());
    }
  }

  private boolean resume(FileMark from) throws IOException {
    LogFiles.Entry entry = files.find(from.key());
    while (entry != null) {
      open = OpenLog.open(entry.path(), opener, parser);
      if (open != null && open.key().equals(from.key())) {
        startAt(from);
        return true;
      }
      close();
      entry = files.find(from.key()); // it was renamed since it was found
    }
    return false;
  }

  private void startAt(FileMark from) throws IOException {
    if (open.agrees(from)) {
      open.start(from.offset());
    } else {
      lost("was cut and begun anew; what it had after byte " + from.offset());
      open.start(0);
      listener.fileChanged();
    }
  }

  private void lost(String what) {
    listener.trouble(place(0), "the log " + what + " was not read", true);
  }

  /** Servers delete the oldest of their files, however little is in each. */
  private boolean isFarBehind() throws IOException {
    FileKey named = FileKey.of(log);
    if (!open.key().equals(named)) {
      isBehindRotation = named == null || !isAwaited(named);
    } else if (open.hasReadAll()) {
      isBehindRotation = false;
    }
    return isBehindRotation || open.bytesAhead() > FAR_BEHIND_BYTES;
  }

  // --- at the end of what there is ---

  /** What to do when nothing more is there to be read; false if that was all. */
  private boolean advance(boolean follows) throws IOException {
    if (open.isCut()) {
      endFile();
      lost("was cut; what was written just before");
      open.start(0);
      listener.fileChanged();
      return true;
    }
    FileKey named = FileKey.of(log);
    if (named == null && follows) {
      rest();
      return true;
    }
    if (open.key().equals(named) || named == null) {
      return follows ? rest() : finish();
    }
    if (follows && isAwaited(named)) {
      return rest();
    }
    if (!open.read()) {
      next();
    }
    listener.progress(false);
    return true;
  }

  /**
   * Whether the file that has the name now goes on where this one ends, and has nothing yet.
   * Rotation can make it before the server is told; until then the server writes to the old one.
   */
  private boolean isAwaited(FileKey named) throws IOException {
    if (!isEmpty(log)) {
      return false;
    }
    if (!named.equals(awaited)) {
      awaited = named;
      awaitedNanos = System.nanoTime();
      wait = waitFor(named);
    }
    return switch (wait) {
      case NOT -> false;
      case A_WHILE -> System.nanoTime() - awaitedNanos < ROTATION_NANOS;
      case FOR_EVER -> true;
    };
  }

  private static boolean isEmpty(Path path) throws IOException {
    try {
      return Files.size(path) == 0;
    } catch (NoSuchFileException e) {
      // Rotated just now; what has the name next is looked at next.
      return false;
    }
  }

  private Wait waitFor(FileKey named) throws IOException {
    if (files.find(open.key()) == null) {
      return Wait.A_WHILE; // what is gone is not found again after a restart
    }
    LogFiles.Successor next = files.after(open.key(), open.changed());
    return next != null && next.entry().key().equals(named) ? Wait.FOR_EVER : Wait.NOT;
  }

  /** The file has another name now, and nobody writes to it any more. */
  private void next() throws IOException {
    endFile();
    if (open.follow()) {
      return;
    }
    LogFiles.Successor found = files.after(open.key(), open.changed());
    OpenLog next = found == null ? null : OpenLog.open(found.entry().path(), opener, parser);
    if (next == null) {
      return;
    }
    if (!next.key().equals(found.entry().key())) {
      next.close(); // renamed since it was found
      return;
    }
    if (!found.isCertain()) {
      listener.trouble(place(0), UNCERTAIN, true);
    }
    open.close();
    open = next;
    open.start(0);
    listener.fileChanged();
  }

  private void endFile() {
    if (open.isMidLine()) {
      listener.trouble(place(open.lineOffset()), "the log ends within a line", false);
    }
    parser.end();
  }

  private boolean rest() throws IOException {
    long quiet = System.nanoTime() - lastDataNanos;
    if (quiet > QUIET_NANOS && !open.isMidLine()) {
      parser.quiet(quiet > LONG_QUIET_NANOS);
      if (open.follow()) {
        return true;
      }
    }
    listener.progress(true);
    patience.await();
    return true;
  }

  /** The end of a file that nobody is expected to write to. */
  private boolean finish() throws IOException {
    endFile();
    boolean goesOn = open.follow();
    listener.progress(true);
    return goesOn;
  }

  private void close() {
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // It was only read.
        open = null;
      }
    }
    open = null;
  }
}
