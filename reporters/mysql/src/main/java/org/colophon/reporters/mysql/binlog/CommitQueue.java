// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Queue of the commits in a binary log that no statement of another log matches yet, in log order.
 * Reads only as far as requested. Saves the position before the oldest commit, and the offsets of
 * the other commits. One thread.
 */
public final class CommitQueue implements AutoCloseable, Iterable<LoggedCommit> {
  private static final int MAX_COMMITS = 1 << 16;
  private static final long MAX_BYTES = 64L << 20;
  private static final int MAX_STATEMENTS = 4096;
  private static final int MAX_TEXT_BYTES = 8 << 20;

  /** Estimated memory of a statement or a table change, without its text. */
  private static final int ENTRY_BYTES = 64;

  private final BinlogReader reader;

  @SuppressWarnings("JdkObsolete") // Most commits are removed from the middle.
  private final Deque<LoggedCommit> waiting = new LinkedList<>();

  // Range that was read before a restart; null if there was no restart. When it is read again,
  // commits that were not waiting then are skipped.
  private @Nullable BinlogOffset beginBefore;
  private @Nullable BinlogOffset endBefore;

  private final NavigableSet<BinlogOffset> waitedBefore = new TreeSet<>();

  private final ProblemListener problems;
  private long bytes;
  private long lastSeconds;
  private long beganSeconds;
  private @Nullable BinlogPosition behind;

  // Commit that is being read.
  private List<LoggedStatement> statements = new ArrayList<>();
  private final List<RowChange> rest = new ArrayList<>();
  private int textBytes;

  /** Receives problems of the log. */
  public interface ProblemListener {
    /**
     * Reports a problem.
     *
     * @param place file and offset
     * @param isLoss whether committed changes are missing
     */
    void problem(String place, String problem, boolean isLoss);
  }

  /**
   * @param log index of a binary log or one of its files, an absolute path
   * @param opener opens its files
   */
  public CommitQueue(Path log, FileOpener opener, ProblemListener problems) {
    this.reader = new BinlogReader(log, opener, new Collector());
    this.problems = problems;
  }

  // --- reading ---

  /**
   * Reads up to the first commit after a time, or to the end of the log.
   *
   * @param seconds seconds since 1970
   * @return false if the queue is full, so that commits before the time may be missing
   */
  public boolean readUntil(long seconds) {
    while (lastSeconds <= seconds) {
      if (isFull()) {
        return false;
      }
      if (reader.next() == null) {
        return true;
      }
      readOne();
    }
    return true;
  }

  /** Returns whether reading pauses until a commit is taken. */
  public boolean isFull() {
    return waiting.size() >= MAX_COMMITS || bytes >= MAX_BYTES;
  }

  private void readOne() {
    if (beganSeconds == 0) {
      beganSeconds = reader.fileSeconds();
    }
    behind = between();
    statements = new ArrayList<>(2);
    rest.clear();
    textBytes = 0;
    do {
      reader.step();
    } while (reader.isWithin());
  }

  private void add(EventGroup group, BinlogHandler.@Nullable End end) {
    BinlogPosition place = Objects.requireNonNull(behind, "no commit was begun");
    LoggedCommit commit = new LoggedCommit(end, group, statements, List.copyOf(rest), place);
    lastSeconds = commit.seconds();
    if (!wasTaken(BinlogOffset.of(place))) {
      waiting.addLast(commit);
      bytes += weight(commit);
    }
    statements = new ArrayList<>(2);
  }

  /** Returns whether a commit had been taken before the restart. */
  private boolean wasTaken(BinlogOffset spot) {
    boolean isRead = endBefore != null && spot.compareTo(endBefore) >= 0;
    boolean isOfAnotherLog = beginBefore != null && spot.compareTo(beginBefore) < 0;
    if (isRead || isOfAnotherLog) {
      forgetBefore();
    }
    return endBefore != null && !waitedBefore.remove(spot);
  }

  private void forgetBefore() {
    endBefore = null;
    waitedBefore.clear();
  }

  /** Returns the approximate memory size in bytes. */
  static long weight(LoggedCommit commit) {
    long weight = ENTRY_BYTES;
    for (LoggedStatement statement : commit.statements) {
      weight += statement.text().length() + ENTRY_BYTES * (1L + statement.changes().size());
    }
    return weight + (long) ENTRY_BYTES * commit.rest.size();
  }

  private void add(LoggedStatement statement) {
    textBytes += statement.text().length();
    if (statements.size() < MAX_STATEMENTS && textBytes <= MAX_TEXT_BYTES) {
      statements.add(statement);
    } else {
      statement.changes().forEach(change -> EventDecoder.add(rest, change));
    }
  }

  // --- waiting commits ---

  /** Returns the waiting commits in their order. The iterator can remove them. */
  @Override
  public Iterator<LoggedCommit> iterator() {
    Iterator<LoggedCommit> each = waiting.iterator();
    return new Iterator<>() {
      private @Nullable LoggedCommit last;

      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public LoggedCommit next() {
        last = each.next();
        return last;
      }

      @Override
      public void remove() {
        each.remove();
        bytes -= weight(Objects.requireNonNull(last));
      }
    };
  }

  /** Returns the oldest commit, or null. */
  public @Nullable LoggedCommit first() {
    return waiting.peekFirst();
  }

  /** Removes the oldest commit. */
  public void takeFirst() {
    bytes -= weight(waiting.removeFirst());
  }

  /** Returns whether the log exists. */
  public boolean isBegun() {
    return reader.mark() != null;
  }

  /** Returns the time since which the log is complete, in seconds since 1970. */
  public long beganSeconds() {
    return beganSeconds;
  }

  // --- restart ---

  /** Writes the position to resume at. */
  public void write(StateWriter out) {
    LoggedCommit first = first();
    BinlogPosition place = first == null ? between() : first.place;
    out.number(beganSeconds);
    out.flag(place != null);
    if (place == null) {
      return;
    }
    out.bytes(place.toBytes());
    BinlogOffset end = BinlogOffset.of(Objects.requireNonNull(between()));
    boolean isReadAgain = endBefore != null && endBefore.compareTo(end) > 0;
    BinlogOffset.write(List.of(isReadAgain ? endBefore : end), out);
    List<BinlogOffset> spots = new ArrayList<>(waiting.size() + waitedBefore.size());
    forEach(commit -> spots.add(BinlogOffset.of(commit.place)));
    spots.addAll(waitedBefore);
    BinlogOffset.write(spots, out);
  }

  private @Nullable BinlogPosition between() {
    BinlogPosition at = reader.place();
    return at == null
        ? null
        : new BinlogPosition(at.file(), at.offset(), at.checksum(), at.offset(), null, 0);
  }

  /** Restores the position. Called before the first read. */
  public void read(StateReader in) {
    beganSeconds = in.number();
    if (!in.flag()) {
      return;
    }
    BinlogPosition place = BinlogPosition.read(in.bytes());
    List<BinlogOffset> end = BinlogOffset.read(in);
    if (end.size() != 1) {
      throw StateReader.corrupt();
    }
    beginBefore = BinlogOffset.of(place);
    endBefore = end.get(0);
    waitedBefore.addAll(BinlogOffset.read(in));
    reader.resume(place);
  }

  @Override
  public void close() {
    reader.close();
  }

  /** Collects the statements of a commit. */
  private final class Collector implements BinlogHandler {
    @Override
    public void statement(EventGroup group, LoggedStatement statement) {
      add(statement);
    }

    @Override
    public void end(EventGroup group, End end) {
      add(group, end);
    }

    @Override
    public void definition(EventGroup group, LoggedStatement statement) {
      add(statement);
      add(group, null);
    }

    @Override
    public void restarted() {
      long seconds = reader.fileSeconds();
      Iterator<LoggedCommit> newestFirst = waiting.descendingIterator();
      while (newestFirst.hasNext()) {
        LoggedCommit commit = newestFirst.next();
        if (commit.isOfEndedServer()) {
          return;
        }
        commit.serverEnd = seconds;
      }
    }

    @Override
    public void logReset() {
      forgetBefore();
    }

    @Override
    public void problem(String place, String problem, boolean isLoss) {
      problems.problem(place, problem, isLoss);
    }
  }
}
