package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.spi.storage.StorageAdapter;

/**
 * Puts a new adapter in the place of a running one, in a folder of its own, while both follow the
 * journal. What the list of adapters says decides which of the two there is, at every instant.
 */
final class Succession {
  private static final Logger LOG = System.getLogger(Succession.class.getName());

  /** Makes a runner of an adapter that holds some of this run's operations. */
  interface RunnerMaker {
    RunningAdapter make(AdapterConfig config, StorageAdapter adapter, long storedOperations);
  }

  private final AttachedAdapters attached;
  private final List<RunningAdapter> running;
  private final Journal journal;
  private final RunnerMaker maker;
  private final Runnable note;

  /** Nobody feeds them any more, but they may still be read. */
  private final List<RunningAdapter> retired = new CopyOnWriteArrayList<>();

  /** The journal keeps what is behind this LSN. */
  private volatile long keptFromLsn = Long.MAX_VALUE;

  private volatile boolean givenUp;

  /**
   * @param running the adapters that are fed; may be changed by any thread
   * @param note writes the list of adapters; no other change of it happens meanwhile
   */
  Succession(
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

  /** What a crash left of adapters that were made anew. */
  void deleteLeftovers() {
    try {
      attached.deleteLeftovers();
    } catch (ColophonException e) {
      LOG.log(Level.WARNING, "what a pruning left behind takes space: {0}", e.getMessage());
    }
  }

  /**
   * The adapter to make anew.
   *
   * @param name null for the first that can be read
   * @throws ColophonException NOT_FOUND, BAD_REQUEST; ADAPTER_BUSY while one is being filled
   */
  RunningAdapter find(String name) {
    List<String> names = running.stream().map(RunningAdapter::name).toList();
    if (name != null && !names.contains(name)) {
      throw new ColophonException(
          ErrorCode.NOT_FOUND, "no adapter called '%s' runs here, only %s".formatted(name, names));
    }
    RunningAdapter found =
        running.stream()
            .filter(each -> name == null ? each.isReadable() : each.name().equals(name))
            .findFirst()
            .orElse(null);
    if (found == null || !found.isReadable()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "only an adapter that can be read can be pruned");
    }
    if (running.stream().anyMatch(each -> each.runner().isFilling())) {
      throw new ColophonException(
          ErrorCode.ADAPTER_BUSY, "an adapter is being filled from another one; prune later");
    }
    return found;
  }

  // --- what the journal keeps ---

  /** The journal keeps what is behind an LSN until {@link #stopKeeping}, within its budget. */
  void keepFrom(long lsn) {
    givenUp = false;
    keptFromLsn = lsn;
  }

  void stopKeeping() {
    keptFromLsn = Long.MAX_VALUE;
  }

  /** Up to where the journal is not needed here. */
  long neededFromLsn() {
    return keptFromLsn;
  }

  /** Kernel thread: a pruning that takes too long is the first to go. */
  void giveUpIfOverBudget() {
    if (journal.isOverBudget() && journal.isHeldBackAt(keptFromLsn)) {
      givenUp = true;
      stopKeeping();
    }
  }

  /** Whether the journal ran out of its budget and keeps nothing any more. */
  boolean isGivenUp() {
    return givenUp;
  }

  // --- one for another ---

  /** Where an adapter's content is. */
  Path folder(RunningAdapter each) {
    return attached.folder(each.name());
  }

  /** Where an adapter's content is made anew. */
  Path nextFolder(RunningAdapter old) {
    return attached.nextFolder(old.name());
  }

  /**
   * A new, empty adapter of the same engine.
   *
   * @throws ColophonException BAD_REQUEST if the engine keeps its data somewhere else
   */
  StorageAdapter openSuccessor(RunningAdapter old) {
    Path folder = nextFolder(old);
    AttachedAdapters.delete(folder);
    StorageAdapter adapter = RunningAdapter.open(old.config(), folder);
    if (adapter.heldLsn() != 0) {
      adapter.close();
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "adapter %s does not keep its data in its folder, so it cannot be pruned"
              .formatted(old.name()));
    }
    return adapter;
  }

  /** A runner that goes on from the journal. */
  RunningAdapter follow(RunningAdapter old, StorageAdapter successor, long storedOperations) {
    RunningAdapter next = maker.make(old.config(), successor, storedOperations);
    next.runner().start();
    return next;
  }

  /**
   * Puts an adapter, which holds durably what it holds, in the place of another. Once this returns
   * it is the one, also after a crash; if it throws, the old one is.
   *
   * @throws ColophonException INTERRUPTED if {@link #isGivenUp}
   */
  void replace(RunningAdapter old, RunningAdapter next) {
    int step = next.isDurable() ? 1 : 0;
    synchronized (attached) {
      int place = running.indexOf(old);
      attached.moveFolder(old.name(), step);
      running.set(place, next);
      try {
        refuseIfGivenUp(); // now that the journal is kept for it, or was not while it lagged
        note.run();
      } catch (RuntimeException e) {
        running.set(place, old);
        attached.moveFolder(old.name(), -step);
        throw e;
      }
    }
    retired.add(old);
    old.runner().retire();
  }

  private void refuseIfGivenUp() {
    if (givenUp) {
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "the journal was let go of before the new adapter had it");
    }
  }

  /** Closes one that was replaced. */
  void close(RunningAdapter old) {
    if (retired.remove(old)) {
      old.runner().stop();
      old.runner().join();
    }
  }

  void closeRetired() {
    retired.forEach(this::close);
  }
}
