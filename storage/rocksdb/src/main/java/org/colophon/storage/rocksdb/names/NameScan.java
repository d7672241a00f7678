package org.colophon.storage.rocksdb.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NamesVisitor;
import org.colophon.storage.common.NameEvent;

/**
 * Passes on objects that may have a name that passes a test. Names are resolved in batches in order
 * of paths, since neighbours share blocks. Batches grow, so that the first objects come at once.
 * One thread.
 */
public final class NameScan {
  private static final int MAX_BATCH = 1 << 16;
  private static final int GROWTH = 4;
  private static final Comparator<Candidate> BY_PATH =
      Comparator.comparing(each -> each.binds.isEmpty() ? Bytes.EMPTY : each.binds.get(0).path());

  private final NameReader names;
  private final SubtreeTops moved;
  private final Predicate<Bytes> test;
  private final NamesVisitor visitor;
  private List<Candidate> batch = new ArrayList<>();
  private int batchSize = 1;

  private static final class Candidate {
    private final long object;
    private final List<NameEvent> binds;
    private List<NameBinding> names = List.of();

    Candidate(long object, List<NameEvent> binds) {
      this.object = object;
      this.binds = binds;
    }
  }

  NameScan(NameReader names, SubtreeTops moved, Predicate<Bytes> test, NamesVisitor visitor) {
    this.names = names;
    this.moved = moved;
    this.test = test;
    this.visitor = visitor;
  }

  /** Adds an object, given all its binds. The visitor may get it later. */
  public void add(long object, List<NameEvent> binds) {
    if (binds.isEmpty() || mayPass(binds)) {
      batch.add(new Candidate(object, binds));
      if (batch.size() == batchSize) {
        batchSize = Math.min(GROWTH * batchSize, MAX_BATCH);
        flush();
      }
    }
  }

  /** A name that a directory moved is not known before it is resolved, so it may pass. */
  private boolean mayPass(List<NameEvent> binds) {
    for (NameEvent bind : binds) {
      if (test.test(bind.path()) || moved.mayCover(bind.path())) {
        return true;
      }
    }
    return false;
  }

  /** Passes on everything that was added. */
  public void flush() {
    Candidate[] byPath = batch.toArray(new Candidate[0]);
    Arrays.sort(byPath, BY_PATH);
    for (Candidate each : byPath) {
      each.names = each.binds.isEmpty() ? List.of() : names.namesOf(each.binds);
    }
    batch.forEach(each -> visitor.names(each.object, each.names));
    batch = new ArrayList<>();
  }
}
