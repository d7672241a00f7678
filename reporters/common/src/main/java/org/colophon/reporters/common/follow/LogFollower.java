// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log file to its end or until stopped. Continues after a rotation, which may rename the
 * log, or copy and truncate it. Belongs to one thread, except {@link #stop}.
 */
public final class LogFollower {
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONG_QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Maximum time from a rotation until the writer opens the new file. */
  private static final long ROTATION_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Above this backlog the follower runs at normal priority. */
  private static final long FAR_BEHIND_BYTES = 16 << 20;

  private static final String UNCERTAIN =
      "the order of rotated files is uncertain: two have the same time of change, or their numbers"
          + " neither rise nor fall with it; records may be missing or recorded twice. Rotate without"
          + " changing modification times";

  private enum Wait {
    NONE,
    LIMITED,
    UNLIMITED
  }

  private final Path log;
  private final RotatedFiles files;
  private final FileOpener opener;
  private final BackgroundThreads threads;
  private final LogParser parser;
  private final LogListener listener;
  private final PollBackoff backoff = new PollBackoff();
  private final MissingFileWarning missing = new MissingFileWarning();
  private @Nullable OpenLog open;

  /** True if rotated files have not been read yet. */
  private boolean isBehindRotation;

  /** The empty file that has the log's name; null if none was found. */
  private @Nullable FileKey awaited;

  /** Time limit for reading the previous file after a rotation. */
  private Wait wait = Wait.NONE;

  private long awaitedNanos;
  private long lastDataNanos;

  /**
   * Creates a follower.
   *
   * @param log an absolute path
   * @param opener opens the log and its rotated files
   * @param threads sets the priority of the follower's thread
   */
  public LogFollower(
      Path log,
      RotatedNames names,
      FileOpener opener,
      BackgroundThreads threads,
      LogParser parser,
      LogListener listener) {
    this.log = log;
    this.opener = opener;
    this.threads = threads;
    this.files = new RotatedFiles(log, names, opener);
    this.parser = parser;
    this.listener = listener;
  }

  /** Rejects named pipes and directories, which cannot be read again. */
  public static void refusePipes(Path log) {
    try {
      BasicFileAttributes is = Files.readAttributes(log, BasicFileAttributes.class);
      if (is.isOther()) {
        throw ErrorCode.BAD_REQUEST.exception(
            log
                + " is a named pipe or device, which loses records under load and after a crash;"
                + " let the server log into a file");
      }
      if (is.isDirectory()) {
        throw ErrorCode.BAD_REQUEST.exception(log + " is a directory; give a log file in it");
      }
    } catch (NoSuchFileException e) {
      return; // it may be created later
    } catch (IOException e) {
      throw IoFailure.of("read", log, e);
    }
  }

  /** Returns the rotated files of a log, oldest first. */
  public static List<Path> before(Path log, FileOpener opener) throws IOException {
    return new RotatedFiles(log, RotatedNames.ANY, opener)
        .list().stream().map(RotatedFiles.Entry::path).filter(path -> !path.equals(log)).toList();
  }

  /**
   * Reads the log.
   *
   * @param from where to resume; null for the beginning of the log
   * @param follows whether to wait for more at the end, until {@link #stop}
   */
  public void run(@Nullable FileMark from, boolean follows) {
    try {
      openFirst(from, follows);
      lastDataNanos = System.nanoTime();
      boolean isOpen = open != null;
      while (isOpen && !backoff.isStopped()) {
        if (file().read()) {
          dataRead(follows);
        } else {
          isOpen = advance(follows);
        }
      }
    } catch (IOException e) {
      throw IoFailure.of("read", log, e);
    } finally {
      close();
    }
  }

  private void dataRead(boolean follows) throws IOException {
    lastDataNanos = System.nanoTime();
    backoff.reset();
    listener.progress(false);
    if (follows) {
      threads.setUrgent(isFarBehind());
      if (file().hasReadAll()) {
        backoff.gather();
      }
    }
  }

  public FileMark mark(long offset) {
    try {
      return file().mark(offset);
    } catch (IOException e) {
      throw IoFailure.of("read", log, e);
    }
  }

  /**
   * Returns the empty file that now has the log's name, if the current file was deleted; null
   * otherwise.
   */
  public @Nullable FileKey replacement() {
    return wait == Wait.LIMITED ? awaited : null;
  }

  /** Opens the file of a mark; returns null if it is deleted or truncated. */
  public @Nullable FileChannel reopen(FileMark mark) throws IOException {
    FileChannel channel = files.open(mark.key());
    if (channel != null && !mark.agrees(channel)) {
      channel.close();
      return null;
    }
    return channel;
  }

  public String place(long offset) {
    return log.getFileName() + ":" + offset;
  }

  /** Returns a text that identifies the current file, whatever its name, and an offset in it. */
  public String unique(long offset) {
    FileKey key = file().key();
    return key.device() + ":" + key.inode() + ":" + offset;
  }

  public boolean isStopped() {
    return backoff.isStopped();
  }

  /** Makes {@link #run} return soon. Any thread. */
  public void stop() {
    backoff.stop();
  }

  private void openFirst(@Nullable FileMark from, boolean follows) throws IOException {
    while (open == null && !backoff.isStopped()) {
      if (from != null && resume(from)) {
        return;
      }
      open = OpenLog.open(log, opener, parser);
      if (open != null) {
        if (from != null) {
          reportLoss("was left in a deleted file; its records after byte " + from.offset());
        }
        open.start(0);
      } else if (follows) {
        missing.report("there is no log " + log);
        backoff.await();
      } else {
        throw ErrorCode.NOT_FOUND.exception("there is no log " + log + "; check its path");
      }
    }
  }

  private boolean resume(FileMark from) throws IOException {
    RotatedFiles.Entry entry = files.find(from.key());
    open(entry);
    if (open != null && open.agrees(from)) {
      open.start(from.offset());
    } else if (!continueInCopy(from, from.offset())) {
      if (open == null) {
        return false;
      }
      reportLoss("was truncated and rewritten; its records after byte " + from.offset());
      open.start(0);
      listener.fileChanged();
    }
    return true;
  }

  private void open(RotatedFiles.@Nullable Entry entry) throws IOException {
    FileChannel channel = entry == null ? null : files.open(entry.key());
    if (entry != null && channel != null) {
      close();
      open = new OpenLog(channel, entry.key(), entry.changed(), parser);
    }
  }

  /**
   * Continues in a copy of a file that was truncated or deleted. Returns false if no copy exists.
   *
   * @param read mark of the last byte that was read
   * @param offset where to continue
   */
  private boolean continueInCopy(FileMark read, long offset) throws IOException {
    RotatedFiles.Entry copy = files.copy(read);
    open(copy);
    if (copy == null || open == null || !open.key().equals(copy.key())) {
      return false;
    }
    open.start(offset);
    listener.fileChanged();
    return true;
  }

  private void reportLoss(String what) {
    listener.trouble(place(0), "the log " + what + " were not read", true);
  }

  /**
   * Returns whether the backlog is large. An unread rotated file counts as a large backlog, because
   * servers delete the oldest files.
   */
  private boolean isFarBehind() throws IOException {
    OpenLog file = file();
    FileKey named = FileKey.of(log);
    if (!file.key().equals(named)) {
      isBehindRotation = named == null || !isAwaited(named);
    } else if (file.hasReadAll()) {
      isBehindRotation = false;
    }
    return isBehindRotation || file.bytesAhead() > FAR_BEHIND_BYTES;
  }

  /** Handles the end of available data; returns false at the end of the log. */
  private boolean advance(boolean follows) throws IOException {
    OpenLog file = file();
    if (file.isTruncated()) {
      if (continueInCopy(file.lastRead(), parser.settled())) {
        return true;
      }
      endFile();
      listener.truncated(
          place(0), "the log was truncated; the records written just before are missing");
      file().start(0);
      listener.fileChanged();
      return true;
    }
    FileKey named = FileKey.of(log);
    if (named == null || file.key().equals(named)) {
      return follows ? rest() : finish();
    }
    if (follows && isAwaited(named)) {
      return rest();
    }
    if (!file.read() && !file.isTruncated()) {
      next();
    }
    listener.progress(false);
    return true;
  }

  /**
   * Returns whether the file that has the log's name is empty and continues the current one. A
   * rotation may create it before the server notices and closes the old file.
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
      case NONE -> false;
      case LIMITED -> System.nanoTime() - awaitedNanos < ROTATION_NANOS;
      case UNLIMITED -> true;
    };
  }

  private static boolean isEmpty(Path path) throws IOException {
    try {
      return Files.size(path) == 0;
    } catch (NoSuchFileException e) {
      return false; // just rotated
    }
  }

  private Wait waitFor(FileKey named) throws IOException {
    if (files.find(file().key()) == null) {
      return Wait.LIMITED; // a restart does not find the current file
    }
    RotatedFiles.Successor next = files.after(file().key(), file().changed());
    return next != null && next.entry().key().equals(named) ? Wait.UNLIMITED : Wait.NONE;
  }

  /** Opens the next file after the current one was renamed and the writer has closed it. */
  private void next() throws IOException {
    endFile();
    OpenLog ended = file();
    if (ended.rewind()) {
      return;
    }
    RotatedFiles.Successor found = files.after(ended.key(), ended.changed());
    OpenLog next = found == null ? null : OpenLog.open(found.entry().path(), opener, parser);
    if (found == null || next == null) {
      return;
    }
    if (!next.key().equals(found.entry().key())) {
      next.close(); // renamed since the listing
      return;
    }
    if (!found.isCertain()) {
      listener.trouble(place(0), UNCERTAIN, true);
    }
    ended.close();
    open = next;
    wait = Wait.NONE;
    awaited = null;
    next.start(0);
    listener.fileChanged();
  }

  private void endFile() {
    OpenLog file = file();
    if (file.isMidLine()) {
      listener.trouble(place(file.lineOffset()), "the log ends within a line", false);
    }
    parser.end();
  }

  private boolean rest() throws IOException {
    long quiet = System.nanoTime() - lastDataNanos;
    if (quiet > QUIET_NANOS && !file().isMidLine()) {
      parser.quiet(quiet > LONG_QUIET_NANOS);
      if (file().rewind()) {
        return true;
      }
    }
    listener.progress(true);
    backoff.await();
    return true;
  }

  /**
   * Handles the end of a log that is not followed. Returns whether the parser requests another
   * offset.
   */
  private boolean finish() throws IOException {
    endFile();
    boolean isRewound = file().rewind();
    listener.progress(true);
    return isRewound;
  }

  /** Returns the file that is being read. */
  private OpenLog file() {
    return Objects.requireNonNull(open);
  }

  private void close() {
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        open = null; // ignored: the file was only read
      }
    }
    open = null;
  }
}
