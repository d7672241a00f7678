// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.state.HistoricalLookup;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a running adapter by a new one in a directory of its own, while both follow the journal.
 * The list of adapters on disk decides at every instant which of the two is valid.
 */
public final class AdapterReplacement implements HistoricalLookup.Others {
  private static final Logger LOG = System.getLogger(AdapterReplacement.class.getName());

  /** Makes a runner of an adapter that holds some of this run's operations. */
  public interface RunnerMaker {
    RunningAdapter make(AdapterConfig config, StorageAdapter adapter, long storedOperations);
  }

  private final AttachedAdapters attached;
  private final List<RunningAdapter> running;
  private final Journal journal;
  private final RunnerMaker maker;
  private final Runnable note;

  /** Adapters that are no longer fed, but may still be read. */
  private final List<RunningAdapter> retired = new CopyOnWriteArrayList<>();

  /** The journal keeps all frames after this LSN. */
  private volatile long keptFromLsn = Long.MAX_VALUE;

  private volatile boolean givenUp;

  /** The adapter whose next directory the list on disk may name, or null. */
  private volatile @Nullable String inDoubt;

  /** True if readable adapters were pruned up to different LSNs. */
  private volatile boolean uneven;

  /**
   * @param running the adapters that are fed; any thread may change the list.
   * @param note writes the list of adapters. The caller prevents other changes of the list
   *     meanwhile.
   */
  public AdapterReplacement(
      AttachedAdapters attached,
      List<RunningAdapter> running,
      Journal journal,
      RunnerMaker maker,
      Runnable note) {
    this.attached = attached;
    this.running = running;
    this.journal = journal;
    this.maker = maker;
    this.note = note;
  }

  /** Deletes directories of replacements that a crash left. */
  public void deleteLeftovers() {
    try {
      attached.deleteLeftovers();
    } catch (ColophonException e) {
      LOG.log(Level.WARNING, "cannot delete leftovers of a pruning: {0}", e.getMessage());
    }
  }

  /**
   * Returns the adapter to replace.
   *
   * @param name null for the first readable adapter
   * @throws ColophonException NOT_FOUND, BAD_REQUEST; ADAPTER_BUSY while an adapter is being filled
   */
  public RunningAdapter find(@Nullable String name) {
    List<String> names = running.stream().map(RunningAdapter::name).toList();
    if (name != null && !names.contains(name)) {
      throw ErrorCode.NOT_FOUND.exception(
          "no adapter called '%s' runs here, only %s".formatted(name, names));
    }
    RunningAdapter found =
        running.stream()
            .filter(each -> name == null ? each.isReadable() : each.name().equals(name))
            .findFirst()
            .orElse(null);
    if (found == null || !found.isReadable()) {
      throw ErrorCode.BAD_REQUEST.exception("only an adapter that can be read can be pruned");
    }
    if (running.stream().anyMatch(each -> each.runner().isFilling())) {
      throw ErrorCode.ADAPTER_BUSY.exception(
          "an adapter is being filled from another one: prune when status shows that it runs");
    }
    return found;
  }

  // --- kept journal ---

  /**
   * Makes the journal keep its frames after an LSN until {@link #stopKeeping}, within its budget.
   */
  public void keepFrom(long lsn) {
    givenUp = false;
    keptFromLsn = lsn;
  }

  public void stopKeeping() {
    keptFromLsn = Long.MAX_VALUE;
  }

  /** Returns the LSN up to which the replacement does not need the journal. */
  public long neededFromLsn() {
    return keptFromLsn;
  }

  /** Aborts a pruning that holds back the journal beyond its budget. Kernel thread. */
  public void giveUpIfOverBudget() {
    if (journal.isOverBudget() && journal.isHeldBackAt(keptFromLsn)) {
      givenUp = true;
      stopKeeping();
    }
  }

  /**
   * Returns true if the journal exceeded its budget and keeps nothing for the replacement any more.
   */
  public boolean isGivenUp() {
    return givenUp;
  }

  // --- history of other adapters ---

  /**
   * Compares the LSNs up to which the adapters were pruned. Called when an adapter is added or its
   * content is replaced.
   */
  public void compareCuts() {
    synchronized (attached) {
      uneven =
          running.stream()
                  .filter(RunningAdapter::isReadable)
                  .mapToLong(each -> attached.cutLsn(each.name()))
                  .distinct()
                  .count()
              > 1;
    }
  }

  /** Records that a filled adapter lacks the history that was pruned from its source. */
  public void takeOverCut(RunningAdapter filled, RunningAdapter source) {
    synchronized (attached) {
      attached.setCutLsn(filled.name(), attached.cutLsn(source.name()));
      compareCuts();
    }
  }

  /**
   * Returns readers that may have history pruned from another adapter; empty if all were pruned up
   * to the same LSN.
   */
  public List<LineageReader> unevenReaders() {
    return uneven
        ? running.stream()
            .filter(RunningAdapter::isReadable)
            .map(each -> each.runner().adapter().reader())
            .toList()
        : List.of();
  }

  @Override
  public boolean allKnow(ToLongFunction<LineageReader> question) {
    return !uneven
        || running.stream().noneMatch(each -> each.isReadable() && query(each, question) == 0);
  }

  @Override
  public long queryAll(ToLongFunction<LineageReader> question) {
    if (!uneven) {
      return 0;
    }
    for (RunningAdapter each : running) {
      long found = each.isReadable() ? query(each, question) : 0;
      if (found != 0) {
        return found;
      }
    }
    return 0;
  }

  private long query(RunningAdapter each, ToLongFunction<LineageReader> question) {
    try {
      return question.applyAsLong(each.runner().adapter().reader());
    } catch (ColophonException e) {
      if (each.runner().isRetired()) { // closed meanwhile and replaced
        return queryAll(question);
      }
      throw e;
    }
  }

  /**
   * Waits until every other readable adapter holds the history that may be removed from this one.
   * Then an identity that is removed from this adapter is found in the others. Does not wait for
   * failed adapters.
   *
   * @param cancelled called periodically; INTERRUPTED is thrown once it returns true
   */
  public void awaitOthers(RunningAdapter one, long lsn, BooleanSupplier cancelled) {
    for (RunningAdapter each : running) {
      if (each.isReadable() && !each.equals(one)) {
        try {
          each.runner().awaitHeld(lsn, cancelled);
        } catch (ColophonException e) {
          if (e.code() != ErrorCode.ADAPTER_FAILED) {
            throw e;
          }
          LOG.log(Level.WARNING, "pruning skips this adapter: {0}", e.getMessage());
        }
      }
    }
  }

  /**
   * Returns the other adapters, each with the reason why it cannot be pruned, or an empty string.
   */
  public Map<String, String> others(String primary) {
    Map<String, String> others = new LinkedHashMap<>();
    for (RunningAdapter each : running) {
      if (!each.name().equals(primary)) {
        others.put(each.name(), reason(each));
      }
    }
    synchronized (attached) {
      attached.entries().forEach(each -> others.putIfAbsent(each.name(), "it is not run now"));
    }
    others.remove(primary);
    return others;
  }

  private static String reason(RunningAdapter each) {
    if (!each.isReadable()) {
      return "its content cannot be read";
    }
    return each.runner().isFailed() ? "it failed" : "";
  }

  // --- replacing ---

  /** Returns the directory with an adapter's content. */
  public Path directory(RunningAdapter each) {
    return attached.directory(each.name());
  }

  /** Returns the directory for an adapter's next content. */
  public Path nextDirectory(RunningAdapter old) {
    return attached.nextDirectory(old.name());
  }

  /**
   * Opens a new, empty adapter of the same engine.
   *
   * @throws ColophonException BAD_REQUEST if the engine stores its data outside the directory
   */
  public StorageAdapter openSuccessor(RunningAdapter old) {
    Path directory = nextDirectory(old);
    AttachedAdapters.delete(directory);
    StorageAdapter adapter;
    try {
      adapter =
          RunningAdapter.openReplacement(
              old.config(),
              directory,
              new Predecessor(directory(old), true),
              old.runner().threads());
    } catch (ColophonException e) {
      boolean isTheSame = e.code() == ErrorCode.STORE_LOCKED || e.code() == ErrorCode.STORE_FOREIGN;
      throw isTheSame ? keepsItsDataElsewhere(old, e) : e;
    }
    if (adapter.heldLsn() != 0) {
      adapter.close();
      throw keepsItsDataElsewhere(old, null);
    }
    attached.mark(directory);
    return adapter;
  }

  private static ColophonException keepsItsDataElsewhere(
      RunningAdapter old, @Nullable Throwable cause) {
    return ErrorCode.BAD_REQUEST.exception(
        "adapter %s does not keep its data in its directory, so it cannot be pruned"
            .formatted(old.name()),
        cause);
  }

  /**
   * Checks that {@link #openSuccessor} works, before any removal is announced.
   *
   * @throws ColophonException BAD_REQUEST if the engine stores its data outside the directory
   */
  public void refuseIfElsewhere(RunningAdapter old) {
    try {
      openSuccessor(old).close();
    } finally {
      AttachedAdapters.delete(nextDirectory(old));
    }
  }

  /** Deletes an adapter's next directory, unless the list may name it. */
  public void deleteNext(RunningAdapter old) {
    if (inDoubt != null && inDoubt.equals(old.name())) {
      LOG.log(
          Level.WARNING,
          "{0} is not deleted, since the list of adapters may name it",
          nextDirectory(old));
    } else {
      AttachedAdapters.delete(nextDirectory(old));
    }
  }

  /** Returns a runner that continues from the journal. */
  public RunningAdapter follow(
      RunningAdapter old, StorageAdapter successor, long storedOperations) {
    RunningAdapter next = maker.make(old.config(), successor, storedOperations);
    next.runner().start();
    return next;
  }

  /**
   * Replaces an adapter by one with durable content. The new one is valid once this returns, also
   * after a crash. If this throws, the old one is valid.
   *
   * @param cutLsn the LSN up to which the history was pruned
   * @throws ColophonException INTERRUPTED if {@link #isGivenUp}
   */
  public void replace(RunningAdapter old, RunningAdapter next, long cutLsn) {
    int step = next.isDurable() ? 1 : 0;
    synchronized (attached) {
      int place = running.indexOf(old);
      long cutBefore = attached.cutLsn(old.name());
      attached.moveDirectory(old.name(), step);
      running.set(place, next);
      attached.setCutLsn(old.name(), Math.max(cutBefore, cutLsn));
      compareCuts(); // before the removed history is forgotten
      try {
        refuseIfGivenUp(); // the journal may have exceeded its budget
        note.run();
      } catch (RuntimeException e) {
        running.set(place, old);
        attached.moveDirectory(old.name(), -step);
        attached.setCutLsn(old.name(), cutBefore);
        compareCuts();
        noteAgain(old, e);
        throw e;
      }
    }
    retired.add(old);
    old.runner().retire();
  }

  /** Writes the list again, since the failed write may have reached the disk. */
  private void noteAgain(RunningAdapter old, RuntimeException first) {
    try {
      note.run();
      inDoubt = null;
    } catch (RuntimeException e) {
      CloseSequence.join(first, e);
      inDoubt = old.name();
    }
  }

  private void refuseIfGivenUp() {
    if (givenUp) {
      throw ErrorCode.INTERRUPTED.exception(
          "the journal released records before the new adapter had them");
    }
  }

  /** Closes an adapter that was replaced. */
  public void close(RunningAdapter old) {
    if (retired.remove(old)) {
      old.runner().stop();
      old.runner().join();
    }
  }

  /** Transfers exclusive resources from a closed adapter to its replacement. */
  public void takeOver(RunningAdapter next) {
    try {
      next.runner().adapter().takeOver();
    } catch (ColophonException e) {
      LOG.log(
          Level.WARNING,
          "adapter {0} was pruned, but lacks resources such as ports until the next start: {1}",
          next.name(),
          e.getMessage());
    }
  }

  public void closeRetired() {
    retired.forEach(this::close);
  }
}
