// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.colophon.core.model.Bytes;
import org.colophon.service.http.HttpFailure;

/** A source of numbered lines. Its monitor guards its position. */
final class Source {
  private final String name;
  private final String key;
  private SourcePosition position;
  private int parts;
  private long lastLsn;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * Loads a source.
   *
   * @param kept returns a stored position by its key
   * @param lastLsn an LSN at or after its last operation
   */
  Source(String name, Function<String, Bytes> kept, long lastLsn) {
    this.name = name;
    this.key = StoredPosition.key(name);
    this.position = SourcePosition.decode(name, StoredPosition.assemble(name, kept));
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
   * Begins a request. Requests of the same session may overlap, since a client repeats lines after
   * a lost connection. The first request that has a line records the line.
   *
   * @return true if this request replaces a request of another session
   * @throws HttpFailure if the first line is neither the expected line nor one that the same
   *     session sent before
   */
  synchronized boolean begin(long first, long session) {
    long expected = position.last() + 1;
    if (first > expected) {
      throw HttpFailure.expecting(
          "source '%s' is at line %d: line %d comes next, not %d"
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

  /** Throws if another session has continued the source. */
  void check(long session) {
    if (session != position.session()) {
      throw HttpFailure.expecting(
          "source '%s' was continued to line %d by another session: line %d comes next"
              .formatted(name, position.last(), position.last() + 1),
          position.last() + 1);
    }
  }

  void moved(SourcePosition to, int inParts, long lsn) {
    position = to;
    parts = inParts;
    lastLsn = Math.max(lastLsn, lsn);
  }

  /** Restores the position after a unit was dropped. */
  void movedBack() {
    IdWindow window = position.window().upTo(position.last());
    position = new SourcePosition(position.last(), position.session(), window);
  }

  /** Prevents the eviction of the source until {@link #leave}. */
  Source enter() {
    requests.incrementAndGet();
    return this;
  }

  void leave() {
    requests.decrementAndGet();
  }
}
