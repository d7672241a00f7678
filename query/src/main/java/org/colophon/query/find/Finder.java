// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.colophon.core.collect.EnoughException;
import org.colophon.core.spi.storage.ActiveIds;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Searches all ids in ascending order, so time is linear in the size of the store. A search in a
 * range of times reads only the ids that may be active then, if the store has an index. If an order
 * is given, memory holds at most as many results as the limit. One thread.
 */
public final class Finder {
  private static final Comparator<Hit> BEST_LAST =
      Comparator.comparingLong(Hit::value)
          .thenComparing(Comparator.comparingLong(Hit::rank).reversed());

  private final LineageReader reader;
  private final FindQuery query;

  /** Reader for access in the order of ids. */
  private final LineageReader scan;

  private final ThingReader things;

  private long undecided;

  /** Receives search results. */
  @FunctionalInterface
  public interface Visitor {
    void found(Found found) throws IOException;
  }

  /** A match with its value in a given order. */
  private record Hit(long value, long rank, Match match) {}

  public Finder(LineageReader reader, FindQuery query) {
    this.reader = reader;
    this.query = query;
    this.scan = reader.forScan();
    this.things = new ThingReader(scan, query, active());
  }

  /** Returns the ids that may be active in the times of the query; null for all. */
  private @Nullable ActiveIds active() {
    return query.hasTimes() && query.isAboutIds()
        ? reader.activeBetween(query.sinceNanos, query.untilNanos)
        : null;
  }

  /** Returns whether anything matches. Stops at the first match. */
  public boolean findsAny() {
    try {
      scan(
          match -> {
            throw new EnoughException();
          });
      return false;
    } catch (EnoughException e) {
      return true;
    }
  }

  /**
   * Returns the number of processes that the last complete search could not decide on, because
   * their arguments are cut.
   */
  public long undecided() {
    return undecided;
  }

  /**
   * Visits the results in the given order. Without an order, visits them as they are found.
   *
   * @return the number of results beyond the limit
   */
  public long find(Visitor visitor) throws IOException {
    try {
      return query.order == null ? findAsFound(visitor) : findBest(query.order, visitor);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private long findAsFound(Visitor visitor) {
    long[] count = {0};
    scan(
        match -> {
          if (++count[0] <= query.limit) {
            visit(match, things, visitor);
          }
        });
    return Math.max(0, count[0] - query.limit);
  }

  private long findBest(FindOrder order, Visitor visitor) {
    PriorityQueue<Hit> best = new PriorityQueue<>(BEST_LAST);
    long[] count = {0};
    scan(
        match -> {
          long value = order.valueOf(things.activityOf(match));
          best.add(new Hit(value, ++count[0], match));
          if (best.size() > query.limit) {
            best.remove();
          }
        });
    List<Hit> ordered = new ArrayList<>(best);
    ordered.sort(BEST_LAST.reversed());
    ThingReader anywhere = new ThingReader(reader, query, null);
    ordered.forEach(hit -> visit(hit.match(), anywhere, visitor));
    return count[0] - ordered.size();
  }

  private static void visit(Match match, ThingReader reader, Visitor visitor) {
    try {
      visitor.found(reader.describe(match));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void scan(Match.Visitor visitor) {
    if (query.mayBeObject()) {
      new ObjectScan(scan, query, things, visitor).run();
    }
    if (query.mayBeProcess()) {
      undecided = new ProcessScan(scan, query, things, visitor).run();
    }
  }
}
