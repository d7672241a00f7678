// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.names;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.NamesVisitor;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.common.NameResolver;
import org.colophon.storage.common.SubtreeEvents;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;

/** Reads names with one iterator over the paths. Belongs to one call. */
public final class NameReader {
  private final PathLog log;
  private final NameResolver<RuntimeException> resolver;

  public NameReader(Cursor iterator) {
    this.log = new PathLog(iterator);
    this.resolver = new NameResolver<>(log);
  }

  public long resolve(Bytes path, long asOf) {
    return resolver.resolve(path, asOf);
  }

  public List<NameBinding> bindingsOf(Bytes path) {
    return resolver.bindingsOf(path);
  }

  public SortedSet<Bytes> pathsEverUnder(Bytes directory) {
    return resolver.pathsEverUnder(directory);
  }

  /** Returns every name of an object, given its binds. */
  public List<NameBinding> namesOf(List<NameEvent> binds) {
    return resolver.namesOf(binds);
  }

  /**
   * Returns a scan for objects with names that pass a test.
   *
   * @param rebound reads all binds; called only if many names are to be resolved
   */
  public NameScan scan(
      Predicate<Bytes> test, Supplier<ReboundPaths> rebound, NamesVisitor visitor) {
    SubtreeTops left = new SubtreeTops();
    return new NameScan(this, log.readTops(left), left, test, rebound, visitor);
  }

  /**
   * Visits the bindings at or below a directory in order of paths. Streams the bindings if no name
   * moved; otherwise collects them first.
   */
  public void visitUnder(Bytes directory, long asOf, NameVisitor visitor) {
    NameEvent last = log.lastEventOver(directory, asOf);
    long since = last == null ? 0 : last.position();
    SubtreeEvents gone = new SubtreeEvents(directory);
    if ((last != null && last.hasCome()) || hasMovesBelow(directory, since, asOf, gone)) {
      resolver.under(directory, asOf).forEach(visitor::name);
    } else {
      LatestBinds binds = new LatestBinds(gone, visitor);
      log.anyBelow(StoreFormat.BOUND, directory, since, asOf, binds::add);
      binds.finish();
    }
  }

  /**
   * Returns whether names arrived below a directory. If not, adds the events that removed names. If
   * a directory moved into itself, its names left and arrived at one stamp.
   */
  private boolean hasMovesBelow(Bytes directory, long since, long asOf, SubtreeEvents removals) {
    return log.anyBelow(
        StoreFormat.PREFIX_EVENT,
        directory,
        since,
        asOf,
        event -> {
          if (event.position() > since) {
            removals.add(event);
          }
          boolean isBelow = event.path().length() > directory.length();
          return event.hasCome() && (event.position() > since || isBelow);
        });
  }

  /** Passes the last bind of each path to a visitor, unless the path was unbound later. */
  private static final class LatestBinds {
    private final SubtreeEvents removals;
    private final NameVisitor visitor;
    private @Nullable NameEvent latest;

    LatestBinds(SubtreeEvents removals, NameVisitor visitor) {
      this.removals = removals;
      this.visitor = visitor;
    }

    /** Adds a bind. Returns false, which continues the scan. */
    boolean add(NameEvent bind) {
      if (latest != null && !latest.path().equals(bind.path())) {
        finish();
      }
      latest = bind;
      return false;
    }

    void finish() {
      if (latest != null && !removals.isVoid(latest)) {
        visitor.name(latest.path(), latest.object());
      }
    }
  }

  /** Returns the first paths that a record bound by name, each with its last event. */
  public SortedMap<Bytes, NameEvent> pathsFrom(Bytes prefix, int limit) {
    FirstPaths found = new FirstPaths(limit);
    log.anyFrom(StoreFormat.BOUND, prefix, bind -> !found.offer(bind));
    log.anyFrom(
        StoreFormat.PREFIX_EVENT,
        prefix,
        event -> {
          boolean isNamed = event.kind() == NameEvent.Kind.CAME && event.object() != 0;
          return isNamed ? !found.offer(event) : found.isBehind(event.path());
        });
    return found.paths();
  }
}
