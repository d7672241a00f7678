// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AdapterReplacement;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.CloseSequence;
import org.colophon.core.adapters.JournalHold;
import org.colophon.core.adapters.JournalRetention;
import org.colophon.core.adapters.MissingParts;
import org.colophon.core.adapters.RunningAdapter;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.backup.StoreBackup;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.fanout.Filling;
import org.colophon.core.journal.Journal;
import org.colophon.core.spi.storage.CheckpointStorage;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/** The adapters of a kernel. Opens, runs, lists and stops them, and waits for them. */
final class KernelAdapters {
  /**
   * The largest part of the journal that the answering adapter may lack when a kernel opens, or an
   * eighth of the heap if less. Names and identities take up to three times as much in memory. If
   * it lacks more, opening waits for the adapter.
   */
  private static final long MAX_TAIL_BYTES = 320L << 20;

  private static final Logger LOG = System.getLogger(KernelAdapters.class.getName());

  private final KernelConfig config;
  private final StoreIdentity identity;
  private final Journal journal;
  private final AttachedAdapters attached;

  /** Releases the journal. */
  final JournalRetention retention;

  private final List<RunningAdapter> running = new CopyOnWriteArrayList<>();

  private final BackgroundThreads threads;
  private final long endLsn;

  /** Replaces adapters. */
  final AdapterReplacement replacement;

  private final MissingParts missing;

  /** Opens the adapters of a store whose journal is open; closes them again if one fails. */
  KernelAdapters(
      KernelConfig config, StoreIdentity identity, Journal journal, BackgroundThreads threads) {
    this.config = config;
    this.identity = identity;
    this.journal = journal;
    this.threads = threads;
    this.attached = AttachedAdapters.load(config.directory());
    identify();
    this.replacement =
        new AdapterReplacement(attached, running, journal, this::newRunner, this::note);
    replacement.deleteLeftovers();
    this.retention =
        new JournalRetention(
            journal, attached, running, replacement, config.restingBudgetBytes(), this::note);
    List<StorageAdapter> opened = new ArrayList<>();
    try {
      for (AdapterConfig each : config.adapters()) {
        opened.add(open(each));
      }
      long held = opened.stream().mapToLong(StorageAdapter::heldLsn).max().orElse(0);
      this.endLsn = Math.max(journal.recovery().lastLsn(), held);
      refuseLostJournal(held);
      for (int i = 0; i < opened.size(); i++) {
        running.add(newRunner(config.adapters().get(i), opened.get(i), 0));
      }
      this.missing = new MissingParts(journal.recovery(), endLsn, running);
      missing.refuse(config.acceptsLoss());
      attach();
      replacement.compareCuts();
    } catch (RuntimeException | Error e) {
      opened.forEach(adapter -> RunningAdapter.closeAfter(e, adapter));
      throw e;
    }
  }

  /** Marks all parts of the store with its id. Stores of early versions had none. */
  private void identify() {
    attached.setStoreId(identity.id());
    if (!identity.isEstablished()) {
      attached.entries().forEach(each -> identity.mark(attached.directory(each.name())));
    }
  }

  /** Refuses a lost journal: reporters' positions, and perhaps the last records, are gone. */
  private void refuseLostJournal(long heldLsn) {
    long knownLsn = Math.max(journal.recovery().acknowledgedLsn(), heldLsn);
    if (journal.recovery().frames() > 0 || knownLsn == 0 || config.acceptsLoss()) {
      return;
    }
    String lost =
        knownLsn > heldLsn
            ? "LSNs %d to %d are lost with it".formatted(heldLsn + 1, knownLsn)
            : "the positions of followed sources are lost with it";
    throw ErrorCode.PART_LOST.exception(
        "the journal in %s holds nothing, but the store goes up to LSN %d: %s; restore the journal, or continue with a gap in the record: colophon adapters accept-loss %s"
            .formatted(
                StoreDirectory.journalIn(config.directory()),
                knownLsn,
                lost,
                config.adapters().isEmpty() ? "NAME" : config.adapters().get(0).name()));
  }

  private StorageAdapter open(AdapterConfig adapterConfig) {
    refuseOtherEngine(adapterConfig);
    Path directory = attached.directory(adapterConfig.name());
    identity.check(directory, 0); // before any change in it
    LOG.log(Level.INFO, "starting the storage adapter {0}", adapterConfig.name());
    StorageAdapter adapter = RunningAdapter.open(adapterConfig, directory, threads);
    try {
      identity.check(directory, adapter.heldLsn());
      identity.mark(directory);
      return adapter;
    } catch (RuntimeException | Error e) {
      RunningAdapter.closeAfter(e, adapter);
      throw e;
    }
  }

  private RunningAdapter newRunner(AdapterConfig its, StorageAdapter adapter, long stored) {
    double duty = its.maxShare() * Runtime.getRuntime().availableProcessors();
    return new RunningAdapter(
        its,
        new AdapterRunner(
            its.name(), adapter, journal, config.fanout(), threads, endLsn, duty, stored));
  }

  private void refuseOtherEngine(AdapterConfig adapterConfig) {
    AttachedAdapters.Entry known = attached.find(adapterConfig.name());
    String engine = adapterConfig.factory().name();
    if (known != null && !known.adapter().engine().equals(engine)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the store in %s has an adapter called %s already, of engine %s: choose another name for the one of engine %s"
              .formatted(config.directory(), known.name(), known.adapter().engine(), engine));
    }
  }

  private void attach() {
    note();
    for (AttachedAdapters.Entry entry : attached.entries()) {
      if (running.stream().noneMatch(each -> each.config().name().equals(entry.name()))) {
        retention.keepFor(entry);
      }
    }
  }

  /** Writes the list with the current durable LSNs of the adapters, which may have stopped. */
  void note() {
    synchronized (attached) {
      for (RunningAdapter each : running) {
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
  }

  /** Returns the number of LSNs whose loss was accepted; mostly 0. */
  long lostLsns() {
    return missing.lostLsns();
  }

  /** Returns the largest LSN that an adapter of the store holds, running or stopped. */
  long heldByAnyone() {
    long byRunning = running.stream().mapToLong(each -> each.runner().heldLsn()).max().orElse(0);
    long byResting =
        attached.entries().stream().mapToLong(AttachedAdapters.Entry::heldLsn).max().orElse(0);
    return Math.max(byRunning, byResting);
  }

  /** The adapter that answers for older history, and its last LSN; the journal has the rest. */
  record Answering(LineageReader reader, long upToLsn) {}

  /**
   * Finds the adapter that answers for older history. Starts all adapters and waits for this one in
   * two cases: others are filled from it, or it lacks too much to keep in memory. Otherwise {@link
   * #startOthers} starts all adapters later.
   *
   * @return the adapter that misses nothing; null if none can be read
   */
  @Nullable Answering start() {
    RunningAdapter source = missing.firstComplete();
    if (source == null) {
      running.forEach(each -> each.runner().start());
      return null;
    }
    List<RunningAdapter> lacking = missing.incompleteBeside(source);
    long tailLsn = journal.lastLsnBefore(Math.min(MAX_TAIL_BYTES, maxHeapBytes() / 8));
    if (lacking.isEmpty() && tailLsn <= source.runner().heldLsn()) {
      return new Answering(source.runner().adapter().reader(), source.runner().heldLsn());
    }
    for (RunningAdapter each : running) {
      if (!lacking.contains(each)) {
        each.runner().start();
      }
    }
    long lastLsn = journal.recovery().lastLsn();
    source.runner().awaitFlushed(lacking.isEmpty() ? tailLsn : lastLsn);
    long visibleLsn = source.runner().visibleLsn();
    LineageReader reader = source.runner().adapter().reader();
    for (RunningAdapter each : lacking) {
      if (each.runner().heldLsn() == 0) {
        replacement.takeOverCut(each, source);
      }
      each.runner().startFilling(filling(each, source.config().name(), reader));
    }
    return new Answering(reader, visibleLsn);
  }

  /** Starts the adapters that are not started yet. */
  void startOthers() {
    running.stream()
        .map(RunningAdapter::runner)
        .filter(runner -> !runner.isStarted())
        .forEach(AdapterRunner::start);
  }

  private static long maxHeapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  private Filling filling(RunningAdapter each, String sourceName, LineageReader source) {
    boolean hasSome = each.isReadable() && each.runner().heldLsn() > 0;
    LineageReader target = hasSome ? each.runner().adapter().reader() : null;
    long operations = source.statistics().operations();
    long known = target == null ? 0 : target.statistics().operations();
    Path scratch = StoreDirectory.scratchIn(config.directory());
    return new Filling(
        sourceName, source, target, endLsn, Math.max(0, operations - known), scratch);
  }

  /** Waits until every adapter that has not failed holds everything up to an LSN. */
  void awaitHeld(long lsn) {
    for (RunningAdapter each : running) {
      try {
        onceNotRetired(each.config().name(), now -> now.runner().awaitHeld(lsn));
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.ADAPTER_FAILED) {
          throw e;
        }
        LOG.log(Level.DEBUG, "not waiting: {0}", e.getMessage());
      }
    }
  }

  /**
   * Returns a reader that sees everything up to an LSN, and later records as they are flushed.
   * Returns null if no adapter has reached the LSN. Any thread.
   */
  @Nullable LineageReader readerThatSees(long lsn) {
    for (RunningAdapter each : running) {
      AdapterRunner runner = each.runner();
      if (each.isReadable() && runner.isUpToDate() && runner.visibleLsn() >= lsn) {
        return runner.adapter().reader();
      }
    }
    return null;
  }

  /**
   * Requests that adapters make everything up to an LSN visible to readers. Does not wait.
   *
   * @return false if no adapter that can be read is left
   */
  boolean requestVisible(long lsn) {
    boolean isAny = false;
    for (RunningAdapter each : running) {
      if (each.isReadable() && !each.runner().isFailed()) {
        each.runner().requestHeld(lsn);
        isAny = true;
      }
    }
    return isAny;
  }

  /** Repeats a wait with the new adapter if the old one is replaced during it. */
  private RunningAdapter onceNotRetired(String name, Consumer<RunningAdapter> call) {
    while (true) {
      RunningAdapter now = find(name);
      try {
        call.accept(now);
        return now;
      } catch (ColophonException e) {
        if (!now.runner().isRetired() || find(name).equals(now)) {
          throw e;
        }
      }
    }
  }

  private RunningAdapter find(String name) {
    return running.stream()
        .filter(each -> each.config().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.NOT_FOUND.exception(
                    "this store has no adapter called '%s', only %s"
                        .formatted(
                            name, running.stream().map(each -> each.config().name()).toList())));
  }

  /** Waits until one adapter holds everything up to an LSN. */
  void awaitHeld(String name, long lsn) {
    onceNotRetired(name, each -> each.runner().awaitHeld(lsn));
  }

  /** Returns a reader that sees everything up to an LSN. */
  LineageReader reader(String name, long lsn) {
    RunningAdapter found = onceNotRetired(name, each -> each.runner().awaitFlushed(lsn));
    return found.runner().adapter().reader();
  }

  /** Returns a reader of an adapter's visible content, unless it failed or is being filled. */
  Optional<LineageReader> readerNow(String name) {
    AdapterRunner runner = find(name).runner();
    return runner.isUpToDate() ? Optional.of(runner.adapter().reader()) : Optional.empty();
  }

  List<AdapterStatus> status() {
    return running.stream().map(each -> each.runner().status()).toList();
  }

  /**
   * Stops the adapters. Those being filled stop at once, before their sources. The first safe
   * adapter gets the rest of the journal, and so do those that could not continue later. The others
   * are fed for a limited time, and catch up in a later run. Each stop is tried, and the first
   * failure is thrown.
   */
  void stop() {
    CloseSequence steps = new CloseSequence(failure -> {});
    List<RunningAdapter> fed = new ArrayList<>(running);
    for (RunningAdapter each : running) {
      if (each.runner().isFilling()) {
        fed.remove(each);
        each.runner().stopSoon();
        steps.run(each.runner()::join);
      }
    }
    RunningAdapter first = fed.stream().filter(RunningAdapter::isSafe).findFirst().orElse(null);
    for (RunningAdapter each : fed) {
      boolean mayGoOnLater = each.isDurable() && first != null && !each.equals(first);
      steps.run(mayGoOnLater ? each.runner()::stopSoon : each.runner()::stop);
    }
    fed.forEach(each -> steps.run(each.runner()::join));
    steps.run(replacement::closeRetired);
    steps.throwFirst();
  }

  /**
   * Copies one adapter and the journal after it. The copied list of adapters is older than the
   * copied adapter, and the copied journal is newer.
   *
   * @throws ColophonException BAD_REQUEST if no adapter can be copied
   */
  void copyTo(StoreBackup backup) {
    RunningAdapter source =
        running.stream()
            .filter(RunningAdapter::isSafe)
            .filter(each -> each.runner().adapter() instanceof CheckpointStorage)
            .filter(each -> each.runner().isUpToDate())
            .findFirst()
            .orElseThrow(
                () ->
                    ErrorCode.BAD_REQUEST.exception(
                        "no adapter of this store can be copied while it is open; end the process that writes the store, and copy its directory"));
    try (JournalHold hold = retention.hold(0)) {
      journal.endSegment(); // the part that is still written, and must be copied, becomes small
      note();
      backup.copySettings();
      Path copy =
          backup.resolve(attached.directory(source.config().name()).getFileName().toString());
      ((CheckpointStorage) source.runner().adapter()).checkpoint(copy);
      identity.mark(copy);
      backup.copyJournal();
      if (hold.isLost()) {
        throw ErrorCode.DISK_FULL.exception(
            "the journal grew over its budget during the backup: raise journal.budget, or back up when less is recorded");
      }
    }
  }
}
