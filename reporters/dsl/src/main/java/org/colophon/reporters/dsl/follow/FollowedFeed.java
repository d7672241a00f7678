// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.follow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.common.follow.LogFollower;
import org.colophon.reporters.common.follow.LogListener;
import org.colophon.reporters.common.follow.LogParser;
import org.colophon.reporters.common.follow.RotatedNames;
import org.colophon.reporters.dsl.feed.Feed;
import org.colophon.reporters.dsl.feed.FeedOptions;

/** Reads the files of a feed in one run of the reporter. One thread, except {@link #stop}. */
final class FollowedFeed implements LogParser, LogListener {
  /**
   * Maximum number of lines in a unit. A line causes at most six operations, and a unit has at most
   * 4,096.
   */
  private static final int MAX_UNIT_LINES = 400;

  private static final int MAX_UNIT_BYTES = 1 << 20;
  private static final int MAX_REMEMBERED = 16;

  /**
   * Time without new lines after a rotation. When it has passed, the writer has most likely closed
   * the old file.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final String TORN = "cut off: the writer closed the file before the line ended";

  private final Path file;
  private final String source;
  private final UnitSink sink;
  private final Feed feed;
  private final LogFollower follower;

  /** Files that were read, the current one last. */
  private final List<ReadFile> files;

  /** True until the last file of the saved position has been started. */
  private boolean isResuming;

  private long settled;
  private boolean skipsLine;
  private int unitLines;
  private int unitBytes;
  private long quietSinceNanos;

  /** True if the saved position is already in the replacement of the current file. */
  private boolean hasLeft;

  FollowedFeed(ReporterContext context, Path file, FeedOptions options) {
    this.file = file;
    this.source = "dsl " + file;
    this.sink = new UnitSink(context.newSink(), this::lineNumber);
    this.feed = new Feed(sink, context.hostId(), file.toString(), options);
    this.follower =
        new LogFollower(
            file, RotatedNames.NUMBERED, context.files(), context.backgroundThreads(), this, this);
    this.files = new ArrayList<>(ReadFile.decode(context.position(source)));
    this.isResuming = !files.isEmpty();
  }

  private long lineNumber() {
    return feed.number();
  }

  /** Returns whether the feed was read before, in this run of the store or an earlier one. */
  boolean isResumed() {
    return !files.isEmpty();
  }

  void stop() {
    follower.stop();
  }

  void run() throws IOException {
    for (ReadFile each : List.copyOf(files)) {
      lookUp(each);
    }
    if (isResumed()) {
      sink.read(current().tag(), false);
    }
    follower.run(isResumed() ? current().mark() : null, true);
    sink.flush();
  }

  private ReadFile current() {
    return files.get(files.size() - 1);
  }

  /** Reads a file's lines again, without recording, to learn the meaning of its ids. */
  private void lookUp(ReadFile old) throws IOException {
    try (FileChannel opened = follower.reopen(old.mark())) {
      feed.restarted();
      sink.read(old.tag(), true);
      LineCutter lines = new LineCutter(feed);
      long left = opened == null ? 0 : old.mark().offset();
      while (left > 0 && !follower.isStopped()) {
        long limit = left;
        int count = lines.readFrom(target -> readAtMost(opened, target, limit));
        left = count < 0 ? 0 : left - count;
      }
      feed.reportBad(); // ignored: recorded before
    }
  }

  private static int readAtMost(FileChannel opened, ByteBuffer target, long limit)
      throws IOException {
    target.limit((int) Math.min(target.limit(), target.position() + limit));
    return opened.read(target);
  }

  @Override
  public void start(long offset) {
    settled = offset;
    skipsLine = false;
    FileMark begin = follower.mark(0);
    boolean isSame = isResuming && offset == current().mark().offset() && isCurrent(begin.key());
    isResuming = false;
    if (!isSame) {
      startNewFile(begin);
    }
    resetQuiet();
  }

  private boolean isCurrent(FileKey key) {
    return !files.isEmpty() && current().mark().key().equals(key);
  }

  /** Saves the tag of the new file before anything is declared with it. */
  private void startNewFile(FileMark begin) {
    feed.reportBad();
    if (isCurrent(begin.key())) {
      files.remove(files.size() - 1); // the file was rewritten, so its lines no longer exist
    }
    files.add(new ReadFile(UUID.randomUUID().toString(), begin));
    if (files.size() > MAX_REMEMBERED) {
      files.remove(0);
    }
    feed.restarted();
    sink.read(current().tag(), false);
    sink.position(source, ReadFile.encode(files));
    sink.awaitDurable(sink.flush());
  }

  @Override
  public void take(byte[] bytes, int from, int to, long offset) {
    int start = from;
    for (int p = from; p < to; p++) {
      if (bytes[p] == '\n') {
        line(bytes, start, p);
        start = p + 1;
        settled = offset + (start - from);
        if (unitLines >= MAX_UNIT_LINES || unitBytes >= MAX_UNIT_BYTES) {
          endUnit();
        }
      }
    }
  }

  private void line(byte[] bytes, int from, int to) {
    if (skipsLine) {
      skipsLine = false;
    } else if (to - from > LineCutter.MAX_LINE_BYTES) {
      feed.badLine("is longer than " + LineCutter.MAX_LINE_BYTES + " bytes");
    } else {
      feed.line(bytes, from, to);
    }
    unitLines++;
    unitBytes += to - from;
  }

  @Override
  public void takePart(byte[] bytes, int from, int to, long offset) {
    if (!skipsLine) {
      feed.badLine("is longer than " + LineCutter.MAX_LINE_BYTES + " bytes");
    }
    skipsLine = true;
  }

  @Override
  public long settled() {
    return settled;
  }

  private void endUnit() {
    feed.reportBad();
    files.set(files.size() - 1, new ReadFile(current().tag(), follower.mark(settled)));
    sink.position(source, ReadFile.encode(files));
    unitLines = 0;
    unitBytes = 0;
  }

  private void resetQuiet() {
    quietSinceNanos = System.nanoTime();
    hasLeft = false;
  }

  @Override
  public void progress(boolean isAtEnd) {
    if (unitLines > 0) {
      endUnit();
      sink.flush();
      resetQuiet();
    } else if (isAtEnd && settled == current().mark().offset()) {
      leaveReplacedFile();
    }
  }

  /**
   * Moves the saved position to the replacement of a deleted file, because a restart could not find
   * the deleted one. Reading the deleted file continues, because its writer may notice the rotation
   * late.
   */
  private void leaveReplacedFile() {
    FileKey replacement = follower.replacement();
    if (hasLeft || replacement == null || System.nanoTime() - quietSinceNanos < GRACE_NANOS) {
      return;
    }
    List<ReadFile> left = new ArrayList<>(files);
    left.add(new ReadFile(UUID.randomUUID().toString(), new FileMark(replacement, 0, 0)));
    sink.position(source, ReadFile.encode(left));
    sink.flush();
    hasLeft = true;
  }

  @Override
  public void fileChanged() {
    resetQuiet();
  }

  /** Reports an incomplete line at the end of a file as a bad line, and anything else as a loss. */
  @Override
  public void trouble(String place, String problem, boolean isLoss) {
    if (isLoss) {
      sink.refuse(file.toString(), problem);
      sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
    } else {
      feed.badLine(TORN);
    }
  }

  @Override
  public void truncated(String place, String problem) {
    // Rewriting a feed is not a loss.
  }
}
