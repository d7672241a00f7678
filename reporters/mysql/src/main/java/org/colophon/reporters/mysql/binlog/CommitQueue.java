package org.colophon.reporters.mysql.binlog;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * What a binary log has that no statement of another log was found for yet, in the order of
 * commits. Reads no further than it is asked to. Where it goes on after a restart is in front of
 * the oldest that waits; which of those behind are done is kept beside. Belongs to one thread.
 */
public final class CommitQueue implements AutoCloseable, Iterable<Commit> {
  private static final int MOST = 1 << 16;
  private static final long MOST_BYTES = 64L << 20;
  private static final int MOST_STATEMENTS = 4096;
  private static final int MOST_TEXT = 8 << 20;

  private final BinlogReader reader;
  private final ArrayDeque<Commit> waiting = new ArrayDeque<>();
  private final Set<String> taken = new HashSet<>();

  /** How many statements of those that wait have a text; see {@link TextKey}. */
  private final Map<Long, Integer> texts = new HashMap<>();

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
   */
  public CommitQueue(Path log, Trouble trouble) {
    this.reader = new BinlogReader(log, new Collector());
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
    first();
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
    commit.isTaken = taken.remove(group.place());
    if (!commit.isTaken || !waiting.isEmpty()) {
      waiting.add(commit);
      bytes += weight(commit);
      for (int i = 0; i < commit.statements.size(); i++) {
        texts.merge(commit.text(i), 1, Integer::sum);
      }
    }
    statements = new ArrayList<>(2);
  }

  private static long weight(Commit commit) {
    long weight = 0;
    for (LoggedStatement statement : commit.statements) {
      weight += statement.text().length();
    }
    return weight;
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

  /** Those that wait, in the order of commits, and such as are done but behind one that is not. */
  @Override
  public Iterator<Commit> iterator() {
    return waiting.iterator();
  }

  /** The oldest that waits, null if none does. */
  public Commit first() {
    while (!waiting.isEmpty() && waiting.peekFirst().isTaken) {
      remove(waiting.removeFirst());
    }
    return waiting.peekFirst();
  }

  private void remove(Commit commit) {
    bytes -= weight(commit);
    for (int i = 0; i < commit.statements.size(); i++) {
      texts.computeIfPresent(commit.text(i), (text, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Whether a statement of this text may be among those that wait, or one without a text. */
  public boolean mayHave(long text) {
    return texts.containsKey(text) || texts.containsKey(TextKey.NONE);
  }

  /** It is done, and will not be met again. May be called while they are gone through. */
  public void take(Commit commit) {
    commit.isTaken = true;
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
    List<Commit> done = waiting.stream().filter(commit -> commit.isTaken).toList();
    out.number(done.size());
    String file = "";
    long offset = 0;
    for (Commit commit : done) {
      boolean isSame = commit.place.file().equals(file);
      file = commit.place.file();
      out.bytes(Bytes.of(isSame ? "" : file));
      out.number(isSame ? commit.place.offset() - offset : commit.place.offset());
      offset = commit.place.offset();
    }
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
    String file = "";
    long offset = 0;
    for (int left = in.count(); left > 0; left--) {
      String named = in.bytes().toString();
      offset = in.number() + (named.isEmpty() ? offset : 0);
      file = named.isEmpty() ? file : named;
      taken.add(BinlogReader.place(file, offset));
    }
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
      waiting.stream()
          .filter(commit -> !commit.isOfEndedServer())
          .forEach(commit -> commit.serverEnd = seconds);
    }

    @Override
    public void trouble(String place, String problem, boolean isLoss) {
      trouble.trouble(place, problem, isLoss);
    }
  }
}
