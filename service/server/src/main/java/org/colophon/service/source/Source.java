package org.colophon.service.source;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.colophon.core.model.Bytes;
import org.colophon.service.http.HttpFailure;

/** One source of numbered lines. Its monitor guards its position. */
final class Source {
  private final String name;
  private final String key;
  private SourcePosition position;
  private int parts;
  private long lastLsn;
  private final AtomicInteger requests = new AtomicInteger();

  /** Loads a source. Its last operation has an LSN of at most {@code lastLsn}. */
  Source(String name, Function<String, Bytes> kept, long lastLsn) {
    this.name = name;
    this.key = StoredPosition.key(name);
    this.position = SourcePosition.decode(name, StoredPosition.whole(name, kept));
    this.parts = StoredPosition.parts(kept.apply(key));
    this.lastLsn = lastLsn;
  }

  String name() {
    return name;
  }

  int parts() {
    return parts;
  }

  String key() {
    return key;
  }

  synchronized SourcePosition position() {
    return position;
  }

  synchronized long lastLsn() {
    return lastLsn;
  }

  boolean isBusy() {
    return requests.get() > 0;
  }

  /**
   * Begins a request. Requests of one session may overlap, since a client sends lines again after a
   * lost connection; each line is recorded by the first request that has it.
   *
   * @return true if a request of another session is replaced
   * @throws HttpFailure if the first line is neither the next nor one that the session sent before
   */
  synchronized boolean begin(long first, long session) {
    long expected = position.last() + 1;
    if (first > expected) {
      throw HttpFailure.expecting(
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

  /** Throws if another session continued the source. */
  void check(long session) {
    if (session != position.session()) {
      throw HttpFailure.expecting(
          "source '%s' was brought to line %d by another session: line %d comes next"
              .formatted(name, position.last(), position.last() + 1),
          position.last() + 1);
    }
  }

  void moved(SourcePosition to, int inParts, long lsn) {
    position = to;
    parts = inParts;
    lastLsn = Math.max(lastLsn, lsn);
  }

  /** Restores the position after a dropped unit. */
  void movedBack() {
    IdWindow window = position.window().upTo(position.last());
    position = new SourcePosition(position.last(), position.session(), window);
  }

  /** Keeps the source in memory until {@link #leave}. */
  Source enter() {
    requests.incrementAndGet();
    return this;
  }

  void leave() {
    requests.decrementAndGet();
  }
}
