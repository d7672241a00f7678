package org.colophon.reporters.mysql.binlog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * What a binary log has that no statement of another log was found for yet, in the order of
 * commits. Reads no further than it is asked to. Where it goes on after a restart is in front of
 * the oldest that waits; which of those behind wait, too, is kept beside. Belongs to one thread.
 */
public final class CommitQueue implements AutoCloseable, Iterable<Commit> {
  private static final int MOST = 1 << 16;
  private static final long MOST_BYTES = 64L << 20;
  private static final int MOST_STATEMENTS = 4096;
  private static final int MOST_TEXT = 8 << 20;

  /** What a statement, or a change of a table, takes beside its text. */
  private static final int THING_BYTES = 64;

  private final BinlogReader reader;

  @SuppressWarnings("JdkObsolete") // Most are taken out of the middle.
  private final Deque<Commit> waiting = new LinkedList<>();

  // What was read before a restart: of that only some wait. Null if nothing was.
  private BinlogSpot beginBefore;
  private BinlogSpot endBefore;

  private final NavigableSet<BinlogSpot> waitedBefore = new TreeSet<>();

  private final Trouble trouble;
  private long bytes;
  private long lastSeconds;
  private long beganSeconds;
  private BinlogPlace behind;

  // The one that is being read.
  private List<LoggedStatement> statements = new ArrayList<>();
  private final List<RowChange> rest = new ArrayList<>();
  private int textBytes;

  /** Hears of what is wrong with the log. */
  public interface Trouble {
    /**
     * Something is wrong.
     *
     * @param place the file and where in it
     * @param isLoss whether something committed is missing
     */
    void trouble(String place, String problem, boolean isLoss);
  }

  /**
   * @param log the index of a binary log, or one of its files; an absolute path
   * @param opener opens its files
   */
  public CommitQueue(Path log, FileOpener opener, Trouble trouble) {
    this.reader = new BinlogReader(log, opener, new Collector());
    this.trouble = trouble;
  }

  // --- reading ---

  /**
   * Reads on until what is read was committed after a time for sure, or nothing more is there.
   *
   * @param seconds since 1970
   * @return false if too much waits already: what was committed by then need not be among it
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

  /** Whether no more is read until something is done. */
  public boolean isFull() {
    return waiting.size() >= MOST || bytes >= MOST_BYTES;
  }

  private void readOne() {
    if (beganSeconds == 0) {
      beganSeconds = reader.fileSeconds();
    }
    BinlogPlace at = reader.place();
    behind = new BinlogPlace(at.file(), at.offset(), at.checksum(), at.offset(), null, 0);
    statements = new ArrayList<>(2);
    rest.clear();
    textBytes = 0;
    do {
      reader.step();
    } while (reader.isWithin());
  }

  private void add(Group group, BinlogHandler.End end) {
    Commit commit = new Commit(end, group, statements, List.copyOf(rest), behind);
    lastSeconds = commit.seconds();
    if (!wasTaken(BinlogSpot.of(behind))) {
      waiting.addLast(commit);
      bytes += weight(commit);
    }
    statements = new ArrayList<>(2);
  }

  /** Whether what is read again was done before a restart. */
  private boolean wasTaken(BinlogSpot spot) {
    boolean isRead = endBefore != null && spot.compareTo(endBefore) >= 0;
    boolean isOfAnotherLog = endBefore != null && spot.compareTo(beginBefore) < 0;
    if (isRead || isOfAnotherLog) {
      forgetBefore();
    }
    return endBefore != null && !waitedBefore.remove(spot);
  }

  private void forgetBefore() {
    endBefore = null;
    waitedBefore.clear();
  }

  /** About how much memory it takes. */
  static long weight(Commit commit) {
    long weight = THING_BYTES;
    for (LoggedStatement statement : commit.statements) {
      weight += statement.text().length() + THING_BYTES * (1L + statement.changes().size());
    }
    return weight + (long) THING_BYTES * commit.rest.size();
  }

  private void add(LoggedStatement statement) {
    textBytes += statement.text().length();
    if (statements.size() < MOST_STATEMENTS && textBytes <= MOST_TEXT) {
      statements.add(statement);
    } else {
      statement.changes().forEach(change -> EventDecoder.add(rest, change));
    }
  }

  // --- what waits ---

  /** Those that wait, in the order of commits. The one at hand may be taken. */
  @Override
  public Iterator<Commit> iterator() {
    Iterator<Commit> each = waiting.iterator();
    return new Iterator<>() {
      private Commit last;

      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public Commit next() {
        last = each.next();
        return last;
      }

      @Override
      public void remove() {
        each.remove();
        bytes -= weight(last);
      }
    };
  }

  /** The oldest that waits, null if none does. */
  public Commit first() {
    return waiting.peekFirst();
  }

  /** Takes the oldest, which is done. */
  public void takeFirst() {
    bytes -= weight(waiting.removeFirst());
  }

  /** Whether there is a log at all. */
  public boolean isBegun() {
    return reader.mark() != null;
  }

  /** Since when the log has everything, in seconds since 1970. */
  public long beganSeconds() {
    return beganSeconds;
  }

  // --- going on after a restart ---

  /** Packs where to go on. */
  public void write(StateWriter out) {
    Commit first = first();
    BinlogPlace place = first == null ? between() : first.place;
    out.number(beganSeconds);
    out.truth(place != null);
    if (place == null) {
      return;
    }
    out.bytes(place.toBytes());
    BinlogSpot end = BinlogSpot.of(between());
    boolean isReadAgain = endBefore != null && endBefore.compareTo(end) > 0;
    BinlogSpot.write(List.of(isReadAgain ? endBefore : end), out);
    List<BinlogSpot> spots = new ArrayList<>(waiting.size() + waitedBefore.size());
    forEach(commit -> spots.add(BinlogSpot.of(commit.place)));
    spots.addAll(waitedBefore);
    BinlogSpot.write(spots, out);
  }

  private BinlogPlace between() {
    BinlogPlace at = reader.place();
    return at == null
        ? null
        : new BinlogPlace(at.file(), at.offset(), at.checksum(), at.offset(), null, 0);
  }

  /** Goes to where it was left, before anything is read. */
  public void read(StateReader in) {
    beganSeconds = in.number();
    if (!in.truth()) {
      return;
    }
    BinlogPlace place = BinlogPlace.read(in.bytes());
    List<BinlogSpot> end = BinlogSpot.read(in);
    if (end.size() != 1) {
      throw StateReader.corrupt();
    }
    beginBefore = BinlogSpot.of(place);
    endBefore = end.get(0);
    waitedBefore.addAll(BinlogSpot.read(in));
    reader.resume(place);
  }

  @Override
  public void close() {
    reader.close();
  }

  /** Gathers what belongs together. */
  private final class Collector implements BinlogHandler {
    @Override
    public void statement(Group group, LoggedStatement statement) {
      add(statement);
    }

    @Override
    public void end(Group group, End end) {
      add(group, end);
    }

    @Override
    public void definition(Group group, LoggedStatement statement) {
      add(statement);
      add(group, null);
    }

    @Override
    public void restarted() {
      long seconds = reader.fileSeconds();
      Iterator<Commit> newestFirst = waiting.descendingIterator();
      while (newestFirst.hasNext()) {
        Commit commit = newestFirst.next();
        if (commit.isOfEndedServer()) {
          return;
        }
        commit.serverEnd = seconds;
      }
    }

    @Override
    public void begunAnew() {
      forgetBefore();
    }

    @Override
    public void trouble(String place, String problem, boolean isLoss) {
      trouble.trouble(place, problem, isLoss);
    }
  }
}
