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
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.state.HistoricalLookup;

/**
 * Puts a new adapter in the place of a running one, in a folder of its own, while both follow the
 * journal. What the list of adapters says decides which of the two there is, at every instant.
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

  /** Nobody feeds them any more, but they may still be read. */
  private final List<RunningAdapter> retired = new CopyOnWriteArrayList<>();

  /** The journal keeps what is behind this LSN. */
  private volatile long keptFromLsn = Long.MAX_VALUE;

  private volatile boolean givenUp;

  /** The adapter of which the list on disk may name the next folder; null if there is none. */
  private volatile String inDoubt;

  /** Whether adapters that can be read were pruned up to different LSNs. */
  private volatile boolean uneven;

  /**
   * @param running the adapters that are fed; may be changed by any thread
   * @param note writes the list of adapters; no other change of it happens meanwhile
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

  /** What a crash left of adapters that were made anew. */
  public void deleteLeftovers() {
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
  public RunningAdapter find(String name) {
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
  public void keepFrom(long lsn) {
    givenUp = false;
    keptFromLsn = lsn;
  }

  public void stopKeeping() {
    keptFromLsn = Long.MAX_VALUE;
  }

  /** Up to where the journal is not needed here. */
  public long neededFromLsn() {
    return keptFromLsn;
  }

  /** Kernel thread: a pruning that takes too long is the first to go. */
  public void giveUpIfOverBudget() {
    if (journal.isOverBudget() && journal.isHeldBackAt(keptFromLsn)) {
      givenUp = true;
      stopKeeping();
    }
  }

  /** Whether the journal ran out of its budget and keeps nothing any more. */
  public boolean isGivenUp() {
    return givenUp;
  }

  // --- what others still know ---

  /** To be called when an adapter comes, or its content is another. */
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

  /** An adapter is filled from another one, and lacks what that one was pruned of. */
  public void takeOverCut(RunningAdapter filled, RunningAdapter source) {
    synchronized (attached) {
      attached.setCutLsn(filled.name(), attached.cutLsn(source.name()));
      compareCuts();
    }
  }

  /** Those to ask for what another one was pruned of; none if all know the same. */
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
        || running.stream().noneMatch(each -> each.isReadable() && ask(each, question) == 0);
  }

  @Override
  public long askAll(ToLongFunction<LineageReader> question) {
    if (!uneven) {
      return 0;
    }
    for (RunningAdapter each : running) {
      long found = each.isReadable() ? ask(each, question) : 0;
      if (found != 0) {
        return found;
      }
    }
    return 0;
  }

  private long ask(RunningAdapter each, ToLongFunction<LineageReader> question) {
    try {
      return question.applyAsLong(each.runner().adapter().reader());
    } catch (ColophonException e) {
      if (each.runner().isRetired()) { // closed meanwhile: another is in its place
        return askAll(question);
      }
      throw e;
    }
  }

  /**
   * Waits until every other adapter that can be read holds what may go from one: then an identity
   * that went is found where it stayed. One that failed holds what it does.
   *
   * @param cancelled asked now and then; once it says so, INTERRUPTED is thrown
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
          LOG.log(Level.WARNING, "pruning goes on without it: {0}", e.getMessage());
        }
      }
    }
  }

  /** The others, and why one cannot be pruned; empty for those that can. */
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
      return "what it holds cannot be read";
    }
    return each.runner().isFailed() ? "it failed" : "";
  }

  // --- one for another ---

  /** Where an adapter's content is. */
  public Path folder(RunningAdapter each) {
    return attached.folder(each.name());
  }

  /** Where an adapter's content is made anew. */
  public Path nextFolder(RunningAdapter old) {
    return attached.nextFolder(old.name());
  }

  /**
   * A new, empty adapter of the same engine.
   *
   * @throws ColophonException BAD_REQUEST if the engine keeps its data somewhere else
   */
  public StorageAdapter openSuccessor(RunningAdapter old) {
    Path folder = nextFolder(old);
    AttachedAdapters.delete(folder);
    StorageAdapter adapter;
    try {
      adapter = RunningAdapter.openSuccessor(old.config(), folder, folder(old));
    } catch (ColophonException e) {
      boolean isTheSame = e.code() == ErrorCode.STORE_LOCKED || e.code() == ErrorCode.STORE_FOREIGN;
      throw isTheSame ? keepsItsDataElsewhere(old, e) : e;
    }
    if (adapter.heldLsn() != 0) {
      adapter.close();
      throw keepsItsDataElsewhere(old, null);
    }
    attached.mark(folder);
    return adapter;
  }

  private static ColophonException keepsItsDataElsewhere(RunningAdapter old, Throwable cause) {
    return new ColophonException(
        ErrorCode.BAD_REQUEST,
        "adapter %s does not keep its data in its folder, so it cannot be pruned"
            .formatted(old.name()),
        cause);
  }

  /**
   * Tries what {@link #openSuccessor} will do, before anything is told of what goes.
   *
   * @throws ColophonException BAD_REQUEST if the engine keeps its data somewhere else
   */
  public void refuseIfElsewhere(RunningAdapter old) {
    try {
      openSuccessor(old).close();
    } finally {
      AttachedAdapters.delete(nextFolder(old));
    }
  }

  /** Deletes where an adapter's content was to be made anew, unless the list may name it. */
  public void deleteNext(RunningAdapter old) {
    if (inDoubt != null && inDoubt.equals(old.name())) {
      LOG.log(
          Level.WARNING, "{0} is left, since the list of adapters may name it", nextFolder(old));
    } else {
      AttachedAdapters.delete(nextFolder(old));
    }
  }

  /** A runner that goes on from the journal. */
  public RunningAdapter follow(
      RunningAdapter old, StorageAdapter successor, long storedOperations) {
    RunningAdapter next = maker.make(old.config(), successor, storedOperations);
    next.runner().start();
    return next;
  }

  /**
   * Puts an adapter, which holds durably what it holds, in the place of another. Once this returns
   * it is the one, also after a crash; if it throws, the old one is.
   *
   * @param cutLsn up to where the other was pruned
   * @throws ColophonException INTERRUPTED if {@link #isGivenUp}
   */
  public void replace(RunningAdapter old, RunningAdapter next, long cutLsn) {
    int step = next.isDurable() ? 1 : 0;
    synchronized (attached) {
      int place = running.indexOf(old);
      long cutBefore = attached.cutLsn(old.name());
      attached.moveFolder(old.name(), step);
      running.set(place, next);
      attached.setCutLsn(old.name(), Math.max(cutBefore, cutLsn));
      compareCuts(); // before what went is forgotten
      try {
        refuseIfGivenUp(); // now that the journal is kept for it, or was not while it lagged
        note.run();
      } catch (RuntimeException e) {
        running.set(place, old);
        attached.moveFolder(old.name(), -step);
        attached.setCutLsn(old.name(), cutBefore);
        compareCuts();
        noteAgain(old, e);
        throw e;
      }
    }
    retired.add(old);
    old.runner().retire();
  }

  /** The list may have been written before its writing failed. */
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
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "the journal was let go of before the new adapter had it");
    }
  }

  /** Closes one that was replaced. */
  public void close(RunningAdapter old) {
    if (retired.remove(old)) {
      old.runner().stop();
      old.runner().join();
    }
  }

  /** Gives what took the place of one that is closed now what only one of them could have. */
  public void takeOver(RunningAdapter next) {
    try {
      next.runner().adapter().takeOver();
    } catch (ColophonException e) {
      LOG.log(
          Level.WARNING,
          "store {0} was pruned, but lacks until the next start what it had: {1}",
          next.name(),
          e.getMessage());
    }
  }

  public void closeRetired() {
    retired.forEach(this::close);
  }
}
