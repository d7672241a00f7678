package org.colophon.service.source;

import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.service.http.ExpectedFailure;

/** One source of numbered lines. Its position is guarded by its monitor. */
final class Source {
  private final String name;
  private final String key;
  private SourcePosition position;
  private int parts;
  private long lastLsn;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * @param kept the kernel's positions
   * @param lastLsn everything of the source is at or before it
   */
  Source(String name, StoredPosition.Kept kept, long lastLsn) {
    this.name = name;
    this.key = StoredPosition.key(name);
    this.position = SourcePosition.decode(name, StoredPosition.whole(name, kept));
    this.parts = StoredPosition.parts(kept.by(key));
    this.lastLsn = lastLsn;
  }

  String name() {
    return name;
  }

  /** In how many parts its position is kept beside the first. */
  int parts() {
    return parts;
  }

  /** What the kernel knows it by. */
  String key() {
    return key;
  }

  synchronized SourcePosition position() {
    return position;
  }

  synchronized long lastLsn() {
    return lastLsn;
  }

  /** Whether requests report it now. */
  boolean isBusy() {
    return requests.get() > 0;
  }

  /**
   * Begins a request. Several of one session may be at work, since a client whose connection broke
   * sends the same lines again, perhaps before the service saw the first of them: each line is
   * recorded by whichever comes first with it.
   *
   * @return whether another session's request is thrown out
   * @throws ExpectedFailure if its first line is not the next, nor one of those that its session
   *     sent before
   */
  synchronized boolean begin(long first, long session) {
    long expected = position.last() + 1;
    if (first > expected) {
      throw new ExpectedFailure(
          "source '%s' was left at line %d: line %d comes next, not %d"
              .formatted(name, position.last(), expected, first),
          expected);
    }
    if (first != expected) {
      check(session);
    }
    boolean isTakenOver = requests.get() > 1 && session != position.session();
    IdWindow window = first == expected ? new IdWindow() : position.window().from(first);
    position = new SourcePosition(position.last(), session, window);
    return isTakenOver;
  }

  /** Refuses lines of a session if another one has gone on. */
  void check(long session) {
    if (session != position.session()) {
      throw new ExpectedFailure(
          "source '%s' was brought to line %d by another session: line %d comes next"
              .formatted(name, position.last(), position.last() + 1),
          position.last() + 1);
    }
  }

  /** Notes what was published. */
  void moved(SourcePosition to, int inParts, long lsn) {
    position = to;
    parts = inParts;
    lastLsn = Math.max(lastLsn, lsn);
  }

  /** Takes back what a unit noted that was dropped. */
  void movedBack() {
    IdWindow window = position.window().upTo(position.last());
    position = new SourcePosition(position.last(), position.session(), window);
  }

  /** Keeps it in memory until {@link #leave}. */
  Source enter() {
    requests.incrementAndGet();
    return this;
  }

  void leave() {
    requests.decrementAndGet();
  }
}
