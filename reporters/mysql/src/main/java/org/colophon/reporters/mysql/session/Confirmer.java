package org.colophon.reporters.mysql.session;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.binlog.BinlogHandler;
import org.colophon.reporters.mysql.binlog.Commit;
import org.colophon.reporters.mysql.binlog.CommitQueue;
import org.colophon.reporters.mysql.binlog.LoggedStatement;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Lets a binary log confirm what another log of the server says. Belongs to one thread.
 *
 * <p>A server writes a transaction to its binary log before it answers the client. So when a
 * connection's next record is met, whatever it ended before is in the binary log, or will never be:
 * no time has to be waited for. What waits meanwhile takes effect in the order of commits. A commit
 * for which the other log has no statement is recorded by itself, once the other log is well past
 * it.
 */
final class Confirmer implements Pending.Settler {
  /** A commit that fits nothing is told by itself when the other log is so much further. */
  private static final long FOREIGN_SECONDS = 10;

  private final CommitQueue queue;
  private final Parts.Of main;
  private final Pending pending;
  private final Confirmation confirmation;
  private final Commits foreign;
  private final Troubles troubles;
  private final Output output;

  /** How far the other log is, in seconds since 1970. */
  private long now;

  /** The time of the record at hand, in nanoseconds since 1970. */
  private long recordNanos;

  /** What was committed before belongs to no record. */
  private long firstSeconds;

  /** Whether that is dropped, since it was recorded in another way. */
  private boolean isFirstDropped;

  /** Of the oldest commit, how many statements were recorded. */
  private int done;

  Confirmer(
      CommitQueue queue,
      Parts.Of main,
      Confirmation confirmation,
      Commits foreign,
      Troubles troubles,
      Output output) {
    this.queue = queue;
    this.main = main;
    this.pending = main.pending();
    this.confirmation = confirmation;
    this.foreign = foreign;
    this.troubles = troubles;
    this.output = output;
  }

  /**
   * A record of the other log is next.
   *
   * @param endUnit ends the unit in front of it
   */
  void before(LogRecord record, Runnable endUnit) {
    long seconds = Pending.seconds(record);
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
      tellForeign(now - FOREIGN_SECONDS, endUnit);
    }
  }

  /**
   * Some of the other log was read.
   *
   * @param isAtEnd whether that was all there is for now
   */
  void progress(boolean isAtEnd, Runnable endUnit) {
    long wall = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    long until = isAtEnd ? Math.max(now, wall) : now;
    queue.readUntil(until);
    confirmInOrder();
    if (isAtEnd) {
      tellForeign(until - FOREIGN_SECONDS, endUnit);
    }
  }

  // --- confirming ---

  /** Those that are the next to be told. */
  private void confirmInOrder() {
    Commit next = queue.first();
    while (next != null && (isPassed(next) || confirm(next))) {
      queue.takeFirst();
      next = queue.first();
    }
  }

  private void confirmAll() {
    Iterator<Commit> each = queue.iterator();
    while (each.hasNext()) {
      confirmNext(each, each.next());
    }
  }

  private void confirmNext(Iterator<Commit> each, Commit commit) {
    if (!isPassed(commit) && confirm(commit)) {
      each.remove();
    }
  }

  private boolean confirm(Commit commit) {
    if (pending.all.isEmpty() || (done > 0 && commit == queue.first())) {
      return false;
    }
    CommitMatch match = CommitMatch.of(commit, pending.all);
    if (match != null) {
      confirmation.confirm(match, commit);
    }
    return match != null;
  }

  /** Of XA transactions only commits matter; what was recorded in another way is not told again. */
  private boolean isPassed(Commit commit) {
    boolean isCommit =
        commit.end == BinlogHandler.End.COMMIT || commit.end == BinlogHandler.End.COMMIT_PREPARED;
    boolean isOfNoConcern = !commit.group.xa().isEmpty() && !isCommit;
    return isOfNoConcern || (isFirstDropped && commit.seconds() < firstSeconds);
  }

  /** The statement of a connection is over. */
  void settleOf(long connection) {
    for (Waiting waiting : pending.all) {
      if (waiting.session.connection == connection) {
        settle(waiting.session);
        return;
      }
    }
  }

  @Override
  public void settle(Session session) {
    for (Waiting waiting : session.waiting) {
      waiting.endNanos = recordNanos;
    }
    boolean isWhole = queue.readUntil(now) && !troubles.hasHole && queue.isBegun();
    Iterator<Commit> each = queue.iterator();
    while (each.hasNext()) {
      Commit commit = each.next();
      if (commit.group.commitNanos() > recordNanos
          || session.waiting.stream().noneMatch(Waiting::isOpen)) {
        break;
      }
      confirmNext(each, commit);
    }
    for (Waiting waiting : session.waiting) {
      boolean isKnown = isWhole && waiting.seconds() >= beganSeconds();
      boolean isStillPrepared =
          !waiting.xa.isEmpty() && !waiting.isMet && !waiting.isCertain && isKnown;
      if (isStillPrepared) {
        main.sessions().prepare(waiting.xa, waiting.transaction);
      } else {
        confirmation.finish(waiting, isKnown);
      }
      pending.all.remove(waiting);
    }
    session.waiting.clear();
    troubles.hasHole &= !pending.all.isEmpty();
  }

  /** Since when the binary log has everything. */
  private long beganSeconds() {
    return isFirstDropped ? firstSeconds : queue.beganSeconds();
  }

  // --- what nobody else tells ---

  private void tellForeign(long before, Runnable endUnit) {
    boolean isMore = true;
    while (isMore) {
      boolean isAll = queue.readUntil(Math.max(before, firstSeconds));
      confirmInOrder();
      boolean isTold = false;
      Commit next = queue.first();
      while (next != null && isForeign(next, before)) {
        tell(next, endUnit);
        isTold = true;
        confirmInOrder();
        next = queue.first();
      }
      isMore = !isAll && isTold;
    }
  }

  private boolean isForeign(Commit commit, long before) {
    boolean isPast = commit.seconds() < before || commit.seconds() < firstSeconds;
    return queue.isFull() || (isPast && (commit.isOfEndedServer() || !isUnderWay(commit)));
  }

  /** Whether it may be of a statement or transaction that the other log tells of when it ends. */
  private boolean isUnderWay(Commit commit) {
    long connection = commit.group.connection();
    long xid = commit.group.xid() == 0 ? -1 : commit.group.xid();
    for (Session session : main.sessions().all.values()) {
      boolean isIts = connection != 0 && session.connection == connection;
      if (session.transaction != null && (isIts || session.transaction.hasQuery(xid))) {
        return true;
      }
    }
    return main.statements().events().isUnderWay(connection == 0 ? -1 : connection, xid);
  }

  private void tell(Commit commit, Runnable endUnit) {
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
    if (!commit.isDefinition()) {
      foreign.end(commit.group, commit.end);
    }
    done = 0;
    queue.takeFirst();
  }

  // --- going on after a restart ---

  void write(StateWriter out) {
    out.number(now).number(firstSeconds).truth(isFirstDropped).number(done).truth(troubles.hasHole);
    queue.write(out);
  }

  /** Takes what was written. */
  void read(StateReader in) {
    now = in.number();
    firstSeconds = in.number();
    isFirstDropped = in.truth();
    done = (int) in.number();
    troubles.hasHole = in.truth();
    queue.read(in);
  }

  /**
   * The other log was read before without this one: what was committed meanwhile is recorded.
   *
   * @param nanos when the last record was that was read, 0 if that is not known
   */
  void joinLate(long nanos) {
    long wall = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    firstSeconds = nanos == 0 ? wall : TimeUnit.NANOSECONDS.toSeconds(nanos);
    isFirstDropped = true;
  }

  void close() {
    queue.close();
  }
}
