// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NamesVisitor;
import org.colophon.storage.common.NameEvent;
import org.jspecify.annotations.Nullable;

/**
 * Visits the objects that may have a name that passes a test. The first objects are resolved one by
 * one, so that they appear at once. Later ones are resolved in growing batches, in order of paths,
 * since neighbours share blocks. After the largest batch the scan reads which paths were bound more
 * than once. Any other path is not looked up, since its name is still valid unless a subtree event
 * covers it. One thread.
 */
public final class NameScan {
  private static final int MAX_BATCH = 1 << 7;
  private static final Comparator<Candidate> BY_PATH =
      Comparator.comparing(each -> each.binds.isEmpty() ? Bytes.EMPTY : each.binds.get(0).path());
  private static final Comparator<NameBinding> IN_ORDER =
      Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path);

  private final NameReader names;
  private final SubtreeTops changed;
  private final SubtreeTops moved;
  private final Predicate<Bytes> test;
  private final Supplier<ReboundPaths> reading;
  private final NamesVisitor visitor;
  private List<Candidate> batch = new ArrayList<>();
  private int batchSize = 1;
  private @Nullable ReboundPaths rebound;

  private static final class Candidate {
    private final long object;
    private final List<NameEvent> binds;
    private List<NameBinding> names = List.of();

    Candidate(long object, List<NameEvent> binds) {
      this.object = object;
      this.binds = binds;
    }
  }

  /**
   * @param changed the paths of all subtree events
   * @param moved the paths of subtree events that moved names elsewhere
   */
  NameScan(
      NameReader names,
      SubtreeTops changed,
      SubtreeTops moved,
      Predicate<Bytes> test,
      Supplier<ReboundPaths> reading,
      NamesVisitor visitor) {
    this.names = names;
    this.changed = changed;
    this.moved = moved;
    this.test = test;
    this.reading = reading;
    this.visitor = visitor;
  }

  /** Adds an object with all its binds. The visitor may receive the object later. */
  public void add(long object, List<NameEvent> binds) {
    if (binds.isEmpty() || mayPass(binds)) {
      batch.add(new Candidate(object, binds));
      if (batch.size() == batchSize) {
        flush();
        rebound = rebound == null && batchSize == MAX_BATCH ? reading.get() : rebound;
        batchSize = Math.min(2 * batchSize, MAX_BATCH);
      }
    }
  }

  /** Also accepts names below a moved directory, which are unknown before they are resolved. */
  private boolean mayPass(List<NameEvent> binds) {
    for (NameEvent bind : binds) {
      if (test.test(bind.path()) || moved.mayCover(bind.path())) {
        return true;
      }
    }
    return false;
  }

  /** Resolves and visits the objects that were added. */
  public void flush() {
    Candidate[] byPath = batch.toArray(new Candidate[0]);
    Arrays.sort(byPath, BY_PATH);
    for (Candidate each : byPath) {
      each.names = namesOf(each.binds);
    }
    batch.forEach(each -> visitor.names(each.object, each.names));
    batch = new ArrayList<>();
  }

  private List<NameBinding> namesOf(List<NameEvent> binds) {
    for (NameEvent bind : binds) {
      boolean isOnly = rebound != null && !rebound.mayContain(bind.path());
      if (!isOnly || changed.mayCover(bind.path())) {
        return names.namesOf(binds);
      }
    }
    return binds.stream().map(NameScan::lasting).sorted(IN_ORDER).toList();
  }

  private static NameBinding lasting(NameEvent bind) {
    return new NameBinding(bind.path(), bind.object(), bind.lsn(), Lsn.OPEN);
  }
}
