package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.journal.Journal;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * The adapters of a kernel: opens them, runs them, notes them as attached, and says what the
 * journal has to keep for them and for those that rest.
 */
final class KernelAdapters {
  /** For so many rounds of maintenance the slowest adapter may hold the journal over its budget. */
  private static final int PATIENCE_ROUNDS = 30;

  private static final Logger LOG = System.getLogger(KernelAdapters.class.getName());

  private record Running(AdapterConfig config, AdapterRunner runner) {
    private Set<StorageCapability> capabilities() {
      return config.factory().capabilities();
    }

    boolean isReadable() {
      return capabilities().contains(StorageCapability.READ);
    }

    boolean isDurable() {
      return capabilities().contains(StorageCapability.DURABLE);
    }

    /** Whether what it holds is safe: it can be read back, also later. */
    boolean isSafe() {
      return isReadable() && isDurable();
    }
  }

  private final KernelConfig config;
  private final Journal journal;
  private final AttachedAdapters attached;
  private final RestingAdapters resting;
  private final LongSupplier journaled;
  private final List<Running> running = new ArrayList<>();
  private int roundsOverBudget; // kernel thread

  /** Opens the adapters of a store whose journal is open; closes them again if one fails. */
  KernelAdapters(KernelConfig config, Journal journal, LongSupplier journaled) {
    this.config = config;
    this.journal = journal;
    this.journaled = journaled;
    this.attached = AttachedAdapters.load(config.directory());
    this.resting = new RestingAdapters(journal, config.restingBudgetBytes());
    try {
      for (AdapterConfig each : config.adapters()) {
        running.add(new Running(each, newRunner(each)));
      }
      attach();
    } catch (RuntimeException | Error e) {
      try {
        stop();
      } catch (RuntimeException | Error second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private AdapterRunner newRunner(AdapterConfig adapterConfig) {
    refuseOtherEngine(adapterConfig);
    StorageAdapter adapter =
        adapterConfig
            .factory()
            .create(
                new StorageConfig(
                    StoreDirectory.adapterIn(config.directory(), adapterConfig.name()),
                    adapterConfig.options()));
    try {
      adapter.open();
      refuseHole(adapterConfig.name(), adapter);
    } catch (RuntimeException | Error e) {
      try {
        adapter.close();
      } catch (RuntimeException | Error second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    return new AdapterRunner(
        adapterConfig.name(),
        adapter,
        journal,
        config.fanout(),
        journal.recovery().lastLsn(),
        journaled);
  }

  private void refuseOtherEngine(AdapterConfig adapterConfig) {
    AttachedAdapters.Entry known = attached.find(adapterConfig.name());
    String engine = adapterConfig.factory().name();
    if (known != null && !known.adapter().engine().equals(engine)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the store in %s has an adapter called %s already, of engine %s: call the one of engine %s otherwise"
              .formatted(config.directory(), known.name(), known.adapter().engine(), engine));
    }
  }

  /** An adapter that missed a part which the journal has let go of cannot be fed any more. */
  private void refuseHole(String name, StorageAdapter adapter) {
    long first = journal.recovery().firstLsn();
    if (first > adapter.heldLsn() + 1) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "store %s holds everything up to LSN %d, but the journal begins at %d: what is between is not there to feed it from"
              .formatted(name, adapter.heldLsn(), first));
    }
  }

  private void attach() {
    note();
    for (AttachedAdapters.Entry entry : attached.entries()) {
      if (running.stream().noneMatch(each -> each.config().name().equals(entry.name()))) {
        resting.add(entry.name(), entry.heldLsn());
      }
    }
  }

  /** Writes down what the durable adapters hold by now. */
  private void note() {
    for (Running each : running) {
      if (each.isDurable()) {
        AdapterConfig its = each.config();
        long heldLsn = each.runner().heldLsn();
        attached.put(
            new AttachedAdapter(its.name(), its.factory().name(), its.options(), heldLsn),
            each.isReadable());
      }
    }
    attached.save();
  }

  /** The largest LSN that an adapter of the store holds, whether it runs or rests. */
  long heldByAnyone() {
    long byRunning = running.stream().mapToLong(each -> each.runner().heldLsn()).max().orElse(0);
    long byResting =
        attached.entries().stream().mapToLong(AttachedAdapters.Entry::heldLsn).max().orElse(0);
    return Math.max(byRunning, byResting);
  }

  void start() {
    running.forEach(each -> each.runner().start());
  }

  /** A reader of the first readable adapter, once it caught up; null if there is none. */
  LineageReader readerOfThePast() {
    for (Running each : running) {
      if (each.isReadable()) {
        each.runner().awaitFlushed(journal.recovery().lastLsn());
        return each.runner().adapter().reader();
      }
    }
    return null;
  }

  /** Waits until every adapter that has not failed holds everything up to an LSN. */
  void awaitHeld(long lsn) {
    for (Running each : running) {
      try {
        each.runner().awaitHeld(lsn);
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.ADAPTER_FAILED) {
          throw e;
        }
        LOG.log(Level.DEBUG, "not waiting: {0}", e.getMessage());
      }
    }
  }

  /** A reader that sees everything up to an LSN. */
  LineageReader reader(String name, long lsn) {
    for (Running each : running) {
      if (each.config().name().equals(name)) {
        each.runner().awaitFlushed(lsn);
        return each.runner().adapter().reader();
      }
    }
    throw new ColophonException(
        ErrorCode.NOT_FOUND, "this store has no adapter called '" + name + "'");
  }

  List<AdapterStatus> status() {
    return running.stream().map(each -> each.runner().status()).toList();
  }

  /** On the kernel's thread, now and then: lets go of journal that nobody needs. */
  void maintain() {
    release();
    if (!journal.isOverBudget()) {
      roundsOverBudget = 0;
    } else if (++roundsOverBudget > PATIENCE_ROUNDS) {
      roundsOverBudget = 0;
      abandonSlowest();
    } else {
      running.forEach(each -> each.runner().requestHeld(journal.writtenLsn()));
    }
  }

  /**
   * Lets go of journal that nobody needs. What the adapters hold is written down first: then the
   * journal never lacks what comes behind an LSN that is noted, unless it was given up.
   */
  void release() {
    long runningLsn = neededByRunning();
    resting.keepWithinBudget(runningLsn, safeLsn());
    long lsn = Math.min(runningLsn, resting.neededFromLsn());
    if (journal.bytesUpTo(lsn) > 0) {
      note();
      journal.release(lsn);
    }
  }

  private long neededByRunning() {
    return running.stream().mapToLong(each -> each.runner().neededFromLsn()).min().orElse(0);
  }

  /** Whether the journal may let go of everything up to an LSN. */
  boolean isNeededBelow(long lsn) {
    return Math.min(neededByRunning(), resting.neededFromLsn()) < lsn;
  }

  private long safeLsn() {
    long byRunning =
        running.stream()
            .filter(Running::isSafe)
            .mapToLong(each -> each.runner().heldLsn())
            .max()
            .orElse(0);
    long byAttached =
        attached.entries().stream()
            .filter(AttachedAdapters.Entry::readable)
            .mapToLong(AttachedAdapters.Entry::heldLsn)
            .max()
            .orElse(0);
    return Math.max(byRunning, byAttached);
  }

  private void abandonSlowest() {
    Running slowest = null;
    for (Running each : running) {
      if (slowest == null || each.runner().neededFromLsn() < slowest.runner().neededFromLsn()) {
        slowest = each;
      }
    }
    if (slowest == null || !journal.isHeldBackAt(slowest.runner().neededFromLsn())) {
      refuseToGrowForResting();
      return;
    }
    if (isLastHope(slowest)) {
      throw new ColophonException(
          ErrorCode.DISK_FULL,
          "store %s is so far behind that the journal exceeds its budget, and nothing else holds what it has; raise the budget"
              .formatted(slowest.config().name()));
    }
    slowest
        .runner()
        .abandon(
            "it is so far behind that the journal exceeds its budget; leave it out, or raise the budget");
  }

  private void refuseToGrowForResting() {
    if (!resting.isEmpty() && journal.isHeldBackAt(resting.neededFromLsn())) {
      throw new ColophonException(
          ErrorCode.DISK_FULL,
          "the journal exceeds its budget, and only store %s could be filled from, which is not run; run it, or raise the budget"
              .formatted(resting.furthestBehind()));
    }
  }

  /** Whether nothing else takes what an adapter takes; of readable ones, nothing else readable. */
  private boolean isLastHope(Running left) {
    return running.stream()
        .noneMatch(
            each ->
                !each.equals(left)
                    && !each.runner().isFailed()
                    && (each.isSafe() || !left.isSafe()));
  }

  /** Ends them all; each is tried, and the first failure thrown. */
  void stop() {
    Throwable first = null;
    for (Running each : running) {
      try {
        each.runner().stop();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof Error) {
      throw (Error) first;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  /** After {@link #stop}, if all went well. */
  void noteAtClose() {
    note();
  }
}
