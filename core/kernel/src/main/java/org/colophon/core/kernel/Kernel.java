// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.CloseSequence;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.backup.StoreBackup;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.filter.Filters;
import org.colophon.core.filter.StoreFilters;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.RecoveryReport;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.prune.OpenReads;
import org.colophon.core.prune.Pruning;
import org.colophon.core.prune.PruningRound;
import org.colophon.core.prune.PruningSlot;
import org.colophon.core.recording.UnendedRecording;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.sink.RingSink;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.filter.CaptureFilter;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.KernelGate;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.KernelState;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.core.threads.UninterruptibleWork;
import org.jspecify.annotations.Nullable;

/**
 * A store open for recording. It wires the stages and owns their threads:
 *
 * <ul>
 *   <li>{@code colophon-kernel} reads the ring: LSN order, suppression, journal frames;
 *   <li>{@code colophon-commit} makes frames durable;
 *   <li>{@code colophon-store-NAME} feeds one adapter from the journal;
 *   <li>{@code colophon-reporter-NAME} runs an attached reporter.
 * </ul>
 *
 * A failure of the first two moves the kernel to FAILED. Then every sink throws, no thread is left
 * waiting, and the files stay unchanged. All methods may be called from any thread.
 */
public final class Kernel implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Kernel.class.getName());

  final StoreDirectory directory;
  private final StoreIdentity identity;
  final StoreGeneration generation;
  final HostInfo host = HostInfo.ofThisMachine();
  private final StoreHost owner;
  private final KernelRole role;
  final KernelGate gate = new KernelGate();
  private final BackgroundThreads threads = BackgroundThreads.load();
  final KernelReporters reporters = new KernelReporters();
  private final OpenReads readings = new OpenReads();
  final Journal journal;
  final KernelAdapters adapters;
  final KernelStages stages;
  private final Filters filters;
  private final RingSink ownSink;
  final KernelRecordings recordings;
  private final KernelPruningHost pruningHost;
  private final PruningSlot prunings = new PruningSlot();
  private final JournalFeeds feeds;
  private List<String> losses = List.of();
  private boolean closed;
  private volatile @Nullable Thread closer;

  private Kernel(KernelConfig config, StoreDirectory directory, Deque<Runnable> undo) {
    List<CaptureFilter> filters = new ArrayList<>(config.filters());
    filters.addAll(StoreFilters.read(directory.path()));
    this.directory = directory;
    this.role = KernelRole.of(config);
    StoreIdentity found =
        StoreIdentity.of(directory.path(), AttachedAdapters.load(directory.path()));
    this.identity = role.claim(directory.path(), found);
    this.owner = StoreHost.claim(directory.path(), role.owner(host));
    this.generation =
        StoreGeneration.of(directory.path(), identity.id(), owner, config.seenStores());
    this.journal = Journal.open(config.journal(), identity.ofJournal(directory.path()), this::fail);
    undo.push(journal::close);
    RecoveryReport recovery = journal.recovery();
    this.adapters = new KernelAdapters(config, identity, journal, threads);
    undo.push(adapters::stop);
    StoreEnd end = role.end(recovery, adapters.heldByAnyone(), generation);
    long lastLsn = role.prepare(journal, end, generation);
    this.stages =
        new KernelStages(
            config, journal, adapters, gate, threads, end, lastLsn, this::lastLsn, this::fail);
    KernelParts parts = stages.parts;
    this.filters = new Filters(filters, parts.objects());
    this.ownSink = new RingSink(parts, "kernel", SinkOptions.DEFAULT);
    this.recordings = new KernelRecordings(parts, adapters, readings, host);
    this.pruningHost = new KernelPruningHost(directory.path(), stages, ownSink, readings);
    this.feeds =
        new JournalFeeds(
            directory.path(), journal, adapters.retention, gate, config.archive(), generation);
    undo.push(feeds::close);
    role.start(this, end, lastLsn, undo);
  }

  /**
   * Opens a store, recovers it, and starts; creates a missing one.
   *
   * @throws ColophonException STORE_LOCKED, STORE_FOREIGN, STORE_TOO_NEW, STORE_CORRUPT, IO_FAILED,
   *     or an adapter's own error at opening
   */
  public static Kernel open(KernelConfig config) {
    Deque<Runnable> undo = new ArrayDeque<>();
    StoreDirectory directory = StoreDirectory.lock(config.directory());
    undo.push(directory::close);
    try {
      return new Kernel(config, directory, undo);
    } catch (RuntimeException | Error e) {
      UninterruptibleWork.run("colophon-undo", () -> undo.forEach(step -> attempt(step, e)));
      throw e;
    }
  }

  /** Runs one step of undoing or closing; its failure is added to the first failure. */
  private static void attempt(Runnable step, Throwable first) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      CloseSequence.join(first, e);
    }
  }

  /**
   * Logs the findings of opening the store, and records a gap if something is lost.
   *
   * @param lostCount the known number of lost bytes and LSNs
   */
  void reportDamage(List<String> messages, long lostCount) {
    messages.forEach(message -> LOG.log(Level.WARNING, message));
    if (lostCount > 0) {
      losses = List.copyOf(messages);
      synchronized (ownSink) {
        ownSink.gap(0, GapCause.JOURNAL_DAMAGE, lostCount, 0);
        journal.awaitDurable(ownSink.flush());
      }
    }
  }

  /** Returns the findings and repairs of opening the store. */
  public RecoveryReport recovery() {
    return journal.recovery();
  }

  /**
   * Returns messages about losses found when the store was opened; empty if no new damage was
   * found.
   */
  public List<String> losses() {
    return losses;
  }

  /**
   * Returns the recordings found in this run that ended without notice, oldest first. They belong
   * to earlier kernels and to other processes that reported here. A background thread checks them;
   * {@link #drain} waits for it.
   */
  public List<UnendedRecording> unendedRecordings() {
    return recordings.found();
  }

  /** Looks for recordings of other processes that reported to this kernel and have died. */
  public void findDeadRecorders() {
    role.findDeadRecorders(this);
  }

  /** Returns this kernel's background threads. */
  public BackgroundThreads backgroundThreads() {
    return threads;
  }

  /** Returns the host that the store belongs to. */
  public StoreHost owner() {
    return owner;
  }

  /** Creates a directory for a reporter's temporary files. */
  Path scratch(String reporterName) {
    return StoreDirectory.scratchIn(directory.path(), reporterName);
  }

  /** Returns a sink for one thread of a program that reports by itself. */
  public OperationSink newSink(String reporterName, SinkOptions options) {
    return filtered(newRingSink(reporterName, options), options);
  }

  OperationSink filtered(RingSink sink, SinkOptions options) {
    return filters.apply(sink, options.rules());
  }

  RingSink newRingSink(String reporterName, SinkOptions options) {
    checkRecording();
    return new RingSink(stages.parts, reporterName, options);
  }

  /**
   * Returns the last position that was published for a source, in this run or before, or {@code
   * Bytes.EMPTY}. It is durable once everything up to {@link #lastLsn} is.
   */
  public Bytes position(String source) {
    return stages.parts.positions().of(source);
  }

  /**
   * Checks a source before it is read from outside this kernel.
   *
   * @throws ColophonException ALREADY_EXISTS if an attached reporter reads it
   */
  public void requireUnclaimed(String source) {
    reporters.requireUnclaimed(source);
  }

  /** Returns the last positions that were published, by source. */
  public Map<String, Bytes> positions() {
    return stages.parts.positions().all();
  }

  /** Returns the LSN of the last operation that was published. */
  public long lastLsn() {
    return role.lastLsn(this);
  }

  /** Returns the id of the store, which a follower shares with its source. */
  public long storeId() {
    return identity.id();
  }

  public StoreGeneration generation() {
    return generation;
  }

  /** Returns the feeds of committed frames. */
  public JournalFeeds feeds() {
    return feeds;
  }

  /**
   * Returns the writer of a follower's history.
   *
   * @throws ColophonException BAD_REQUEST if the kernel follows no other store
   */
  public FrameApplier applier() {
    return role.applier();
  }

  /** Throws if the kernel has failed or closed, or if its store follows another one. */
  private void checkRecording() {
    gate.check();
    role.requireRecording();
  }

  /** Runs a reporter on a thread of its own. */
  public ReporterHandle attach(String name, Reporter reporter, SinkOptions options) {
    checkRecording();
    ReporterHandle handle = new ReporterHandle(this, name, reporter, options);
    reporters.start(handle);
    if (closer != null || gate.state() != KernelState.RUNNING) {
      handle.stop(); // closing may have begun without it
    }
    return handle;
  }

  /** Short for {@link #snapshot(String, Snapshot.Change)} that takes a new name. */
  public Snapshot snapshot(@Nullable String name) {
    return snapshot(name, Snapshot.Change.TAKE);
  }

  /**
   * Names the current state, or changes a name; durable when this returns.
   *
   * @param name to take, null or empty for the next free one of s1, s2, ...
   * @throws ColophonException as {@link OperationSink#snapshot(String, Snapshot.Change, long)}
   */
  public Snapshot snapshot(@Nullable String name, Snapshot.Change change) {
    checkRecording();
    Snapshot changed;
    synchronized (ownSink) {
      long now = System.currentTimeMillis() * 1_000_000L;
      String label = ownSink.changeSnapshot(name == null ? "" : name, change, now);
      changed = new Snapshot(label, ownSink.flush(), now);
    }
    journal.awaitDurable(changed.lsn());
    return changed;
  }

  /**
   * Returns the transactions that are prepared and not decided, oldest first.
   *
   * @throws ColophonException BAD_REQUEST if the store follows another one, which has them
   */
  public List<PreparedTransaction> transactions() {
    role.requireRecording();
    return stages.parts.transactions().list();
  }

  /**
   * Decides a prepared transaction; durable when this returns.
   *
   * @throws ColophonException as {@link OperationSink#commit}
   */
  public void decide(TransactionStep decision, String transaction) {
    checkRecording();
    synchronized (ownSink) {
      ownSink.endUnit(decision, transaction);
    }
  }

  /** Waits until everything up to an LSN is in the journal on disk. */
  public void awaitDurable(long lsn) {
    journal.awaitDurable(lsn);
  }

  /**
   * Waits until everything published so far is durable in the journal and in every adapter that has
   * not failed, and visible to readers. This includes the gaps of recordings that ended without
   * notice.
   */
  public void drain() {
    recordings.await();
    journal.awaitDurable(lastLsn());
    adapters.awaitHeld(journal.writtenLsn());
  }

  /**
   * Waits until an adapter durably holds everything up to an LSN. Then the adapter's files are
   * enough, even without the journal.
   *
   * @param lsn an LSN that was published, at most {@link #lastLsn}
   * @throws ColophonException NOT_FOUND, ADAPTER_FAILED; BAD_REQUEST if the LSN is not assigned yet
   */
  public void awaitHeld(String adapterName, long lsn) {
    if (lsn > lastLsn()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "LSN %d was not assigned yet; the last is %d".formatted(lsn, lastLsn()));
    }
    journal.awaitDurable(lsn);
    adapters.awaitHeld(adapterName, Math.min(lsn, journal.writtenLsn()));
  }

  /**
   * Returns a reader of an adapter that sees everything published before this call. If a pruning
   * may run in parallel, announce the use with {@link #reading}.
   *
   * @throws ColophonException NOT_FOUND, ADAPTER_FAILED
   */
  public LineageReader reader(String adapterName) {
    journal.awaitDurable(lastLsn());
    return adapters.reader(adapterName, journal.writtenLsn());
  }

  /**
   * Returns a reader of an adapter without waiting until the adapter has caught up, which may take
   * long after a crash. The reader answers queries up to its {@link LineageReader#visibleLsn}.
   * Empty for an adapter that failed or is being filled from another.
   *
   * @throws ColophonException NOT_FOUND
   */
  public Optional<LineageReader> readerNow(String adapterName) {
    return adapters.readerNow(adapterName);
  }

  /**
   * Announces a read. Call this before a reader is requested, and close the result after its last
   * use. Until then a pruning keeps the reader's content, within its {@link
   * PruneRequest#graceMillis}.
   */
  public OpenRead reading() {
    return readings.begin();
  }

  /**
   * Removes the history of an adapter that a policy does not keep, while everything else continues.
   * Returns when it is done.
   *
   * @throws ColophonException ADAPTER_BUSY if another pruning is running, or an adapter is being
   *     filled; NOT_FOUND for an unknown adapter or snapshot; BAD_REQUEST for an adapter that
   *     cannot be pruned; DISK_FULL, IO_FAILED, INTERRUPTED: then the store is unchanged
   */
  public PruneReport prune(PruneRequest request) {
    checkRecording();
    return prunings.run(new Pruning(request, Pruning.BY_POLICY, adapters.replacement, pruningHost));
  }

  /**
   * Like {@link #prune}, but for every adapter that can be pruned unless the request names one. The
   * policy applies to the first readable adapter; the others are pruned up to the same LSN.
   *
   * @throws ColophonException as {@link #prune}, for the first; the outcome lists the other
   *     failures
   */
  public PruneOutcome pruneAll(PruneRequest request) {
    checkRecording();
    return new PruningRound(request, adapters.replacement, pruningHost, prunings).run();
  }

  /**
   * Copies the state of the store at one moment during this call, while recording continues.
   *
   * @param target the absolute path of a new directory in an existing one
   * @param others copies the stores of other hosts into a directory, each by its machine id; the
   *     backup is complete after that
   * @return the last LSN in the copy
   * @throws ColophonException ALREADY_EXISTS; ADAPTER_BUSY during a pruning; BAD_REQUEST if no
   *     adapter can be copied; DISK_FULL; IO_FAILED
   */
  public long backup(Path target, Consumer<Path> others) {
    gate.check();
    if (prunings.progress().isPresent()) {
      throw ErrorCode.ADAPTER_BUSY.exception("the store is being pruned: back it up afterwards");
    }
    journal.awaitDurable(lastLsn());
    try (StoreBackup backup = StoreBackup.begin(directory.path(), target)) {
      adapters.copyTo(backup);
      others.accept(backup.hosts());
      return backup.complete();
    }
  }

  /** Returns the progress of a running pruning. */
  public Optional<PruneProgress> pruneProgress() {
    return prunings.progress();
  }

  /** Returns the state of the kernel at this instant. */
  public KernelStatus status() {
    Throwable cause = gate.failure();
    PipelineMetrics metrics = stages.metrics;
    String failure = cause == null ? "" : String.valueOf(cause.getMessage());
    List<PreparedTransaction> prepared = stages.parts.transactions().list();
    return new KernelStatus(
        gate.state(),
        failure,
        metrics.reported(),
        metrics.filtered(),
        metrics.refused(),
        metrics.dropped(),
        metrics.accepted(),
        Math.max(0, metrics.accepted() - metrics.handled() - metrics.failed()),
        metrics.failed(),
        metrics.suppressed(),
        metrics.journaled(),
        stages.pipeline.openIntervals(),
        stages.pipeline.evictedIntervals(),
        stages.pipeline.gaps(),
        lastLsn(),
        journal.durableLsn(),
        journal.bytes(),
        stages.parts.names().size(),
        stages.parts.processes().size() + stages.parts.objects().size(),
        prepared.size(),
        prepared.isEmpty() ? 0 : prepared.get(0).ageMillis(System.currentTimeMillis()) / 1000,
        adapters.status());
  }

  private void fail(Throwable cause) {
    if (gate.fail(cause)) {
      journal.fail(cause); // first, since a failing log must not leave threads waiting
      attempt(() -> LOG.log(Level.ERROR, "recording stopped: " + cause.getMessage(), cause), cause);
    }
  }

  /**
   * Ends the reporters, writes out open state, waits for the adapters, and closes the store. After
   * a failure of the kernel, only releases its resources. An interrupt does not end closing early,
   * and is set again at the end. If a step fails, the others still run, and the first failure is
   * thrown. A reporter that cannot be stopped does not affect the records of others.
   */
  @Override
  public void close() {
    if (!Thread.currentThread().equals(closer)) { // a closing plug-in may call again
      closeOnce();
    }
  }

  private synchronized void closeOnce() {
    if (!closed) {
      closed = true;
      BackgroundThreads.Hold hold = threads.hold();
      try {
        UninterruptibleWork.run("colophon-close", this::closeAll);
      } finally {
        hold.close();
      }
    }
  }

  private void closeAll() {
    closer = Thread.currentThread();
    CloseSequence ending =
        new CloseSequence(failure -> {}); // recording continues: others still publish
    ending.run(prunings::close);
    reporters.stop(ending);
    ending.run(recordings::close);
    ending.run(this::closeStore);
    ending.throwFirst();
  }

  private void closeStore() {
    CloseSequence steps = new CloseSequence(gate::fail);
    steps.run(gate::closeAndAwaitPublishers);
    role.stop(this, steps);
    steps.run(feeds::close);
    steps.run(adapters::stop);
    if (!gate.isFailed() && !steps.hasFailed()) {
      steps.run(() -> role.leaveClean(this));
    }
    steps.run(journal::close);
    steps.run(directory::close);
    steps.throwFirst();
  }
}
