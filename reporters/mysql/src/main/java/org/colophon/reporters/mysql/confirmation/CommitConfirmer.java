// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.confirmation;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.binlog.CommitQueue;
import org.colophon.reporters.mysql.binlog.LoggedCommit;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.session.BinlogRecorder;
import org.colophon.reporters.mysql.session.PendingChanges;
import org.colophon.reporters.mysql.session.Sessions;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Confirms the changes in another log with the binary log of the same server. One thread.
 *
 * <p>A server writes a transaction to its binary log before it answers the client. So when the next
 * record of a connection is read, the connection's earlier changes are in the binary log or will
 * never be. No timeout is needed. Waiting changes take effect in the order of commits. After a
 * delay, a commit without a statement in the other log is recorded on its own.
 */
public final class CommitConfirmer {
  /** Delay in log time before an unmatched commit is recorded on its own. */
  private static final long FOREIGN_SECONDS = 10;

  private final CommitQueue queue;
  private final Sessions sessions;
  private final PendingChanges pending;
  private final ConfirmationRecorder confirmation;
  private final BinlogRecorder foreign;
  private final UnitSink output;

  /** Progress of the other log in seconds since 1970. */
  private long now;

  /** Time of the current record in nanoseconds since 1970. */
  private long recordNanos;

  /** Time before which commits have no record in the part of the other log that is read. */
  private long firstSeconds;

  /**
   * True if commits before {@link #firstSeconds} are dropped, since they were recorded without
   * confirmation.
   */
  private boolean isFirstDropped;

  /** Number of recorded statements of the oldest commit. */
  private int done;

  /** True if a gap of the binary log may affect waiting changes. */
  private boolean hasGap;

  /**
   * @param binlog index of a binary log or one of its files, an absolute path
   * @param opener opens its files
   * @param foreign records commits without a statement in the other log
   */
  public CommitConfirmer(
      Path binlog,
      FileOpener opener,
      Sessions sessions,
      PendingChanges pending,
      ConfirmationRecorder confirmation,
      BinlogRecorder foreign,
      UnitSink output) {
    this.queue = new CommitQueue(binlog, opener, this::problem);
    this.sessions = sessions;
    this.pending = pending;
    this.confirmation = confirmation;
    this.foreign = foreign;
    this.output = output;
  }

  private void problem(String place, String problem, boolean isLoss) {
    output.refuse(place, problem);
    if (isLoss) {
      hasGap = true;
      output.gap(GapCause.EVENTS_LOST, 1);
    }
  }

  /**
   * Prepares for the next record of the other log.
   *
   * @param endUnit called to end the unit before the record
   */
  public void before(LogRecord record, Runnable endUnit) {
    long seconds = PendingChanges.seconds(record);
    recordNanos = record.timeNanos;
    boolean isLater = seconds > now;
    now = Math.max(now, seconds);
    if (firstSeconds == 0) {
      firstSeconds = now;
    }
    if (pending.hasDefinitions()) {
      queue.readUntil(now);
      confirmAll();
    }
    if (isLater) {
      recordUnmatched(now - FOREIGN_SECONDS, endUnit);
    }
  }

  /**
   * Confirms the changes that are ready after the other log was read.
   *
   * @param isAtEnd whether the current end of the other log is reached
   */
  public void progress(boolean isAtEnd, Runnable endUnit) {
    long wall = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    long until = isAtEnd ? Math.max(now, wall) : now;
    queue.readUntil(until);
    confirmInOrder();
    if (isAtEnd) {
      recordUnmatched(until - FOREIGN_SECONDS, endUnit);
    }
  }

  // --- confirming ---

  /** Confirms changes with the oldest commits, until a commit matches no change. */
  private void confirmInOrder() {
    LoggedCommit next = queue.first();
    while (next != null && (isPassed(next) || confirm(next))) {
      queue.takeFirst();
      next = queue.first();
    }
  }

  private void confirmAll() {
    Iterator<LoggedCommit> each = queue.iterator();
    while (each.hasNext()) {
      confirmNext(each, each.next());
    }
  }

  private void confirmNext(Iterator<LoggedCommit> each, LoggedCommit commit) {
    if (!isPassed(commit) && confirm(commit)) {
      each.remove();
    }
  }

  private boolean confirm(LoggedCommit commit) {
    if (pending.all.isEmpty() || (done > 0 && commit == queue.first())) {
      return false;
    }
    CommitMatch match = CommitMatch.of(commit, pending.all);
    if (match != null) {
      confirmation.confirm(match, commit);
    }
    return match != null;
  }

  /** Returns whether to ignore the commit, because it was recorded without confirmation. */
  private boolean isPassed(LoggedCommit commit) {
    return isFirstDropped && commit.seconds() < firstSeconds;
  }

  /**
   * Settles the waiting changes of a session before its next record. They are in the binary log by
   * now, or will never be.
   */
  public void settle(Session session) {
    for (PendingChange waiting : session.waiting) {
      waiting.endNanos = recordNanos;
    }
    boolean isWhole = queue.readUntil(now) && !hasGap && queue.isBegun();
    Iterator<LoggedCommit> each = queue.iterator();
    while (each.hasNext()) {
      LoggedCommit commit = each.next();
      if (commit.group.commitNanos() > recordNanos
          || session.waiting.stream().noneMatch(PendingChange::isOpen)) {
        break;
      }
      confirmNext(each, commit);
    }
    for (PendingChange waiting : session.waiting) {
      boolean isKnown = isWhole && waiting.seconds() >= beganSeconds();
      confirmation.finish(waiting, isKnown);
      pending.all.remove(waiting);
    }
    session.waiting.clear();
    hasGap &= !pending.all.isEmpty();
  }

  /** Returns the time since which the binary log is complete. */
  private long beganSeconds() {
    return isFirstDropped ? firstSeconds : queue.beganSeconds();
  }

  // --- unmatched commits ---

  private void recordUnmatched(long before, Runnable endUnit) {
    boolean isMore = true;
    while (isMore) {
      boolean isAll = queue.readUntil(Math.max(before, firstSeconds));
      confirmInOrder();
      boolean isReported = false;
      LoggedCommit next = queue.first();
      while (next != null && isUnmatched(next, before)) {
        recordOne(next, endUnit);
        isReported = true;
        confirmInOrder();
        next = queue.first();
      }
      isMore = !isAll && isReported;
    }
  }

  private boolean isUnmatched(LoggedCommit commit, long before) {
    boolean isPast = commit.seconds() < before || commit.seconds() < firstSeconds;
    Session session = sessions.all.get(commit.group.connection());
    boolean isUnderWay = session != null && session.transaction != null;
    return queue.isFull() || (isPast && (commit.isOfEndedServer() || !isUnderWay));
  }

  private void recordOne(LoggedCommit commit, Runnable endUnit) {
    while (done < commit.statements.size()) {
      LoggedStatement statement = commit.statements.get(done);
      if (commit.isDefinition()) {
        foreign.definition(commit.group, statement);
      } else {
        foreign.statement(commit.group, statement);
      }
      done++;
      if (output.hasEnough()) {
        endUnit.run();
      }
    }
    if (!commit.rest.isEmpty()) {
      long nanos = TimeUnit.SECONDS.toNanos(commit.seconds());
      LoggedStatement rest = new LoggedStatement(Bytes.EMPTY, Bytes.EMPTY, 0, nanos, commit.rest);
      foreign.statement(commit.group, rest);
    }
    if (commit.end != null) {
      foreign.end(commit.group, commit.end);
    }
    done = 0;
    queue.takeFirst();
  }

  // --- restart ---

  public void write(StateWriter out) {
    out.number(now).number(firstSeconds).flag(isFirstDropped).number(done).flag(hasGap);
    queue.write(out);
  }

  public void read(StateReader in) {
    now = in.number();
    firstSeconds = in.number();
    isFirstDropped = in.flag();
    done = (int) in.number();
    hasGap = in.flag();
    queue.read(in);
  }

  /**
   * Starts confirmation after the other log has been read without the binary log for some time.
   *
   * @param nanos time of the last record that was read, 0 if it is not known
   */
  public void joinLate(long nanos) {
    long wall = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    firstSeconds = nanos == 0 ? wall : TimeUnit.NANOSECONDS.toSeconds(nanos);
    isFirstDropped = true;
  }

  public void close() {
    queue.close();
  }
}
