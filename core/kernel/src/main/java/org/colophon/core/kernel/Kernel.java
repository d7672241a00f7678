package org.colophon.core.kernel;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.CloseSequence;
import org.colophon.core.adapters.KnownStores;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.RecoveryReport;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.naming.IdentityRegistry;
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
import org.colophon.core.ring.RecordRing;
import org.colophon.core.sink.RingSink;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.HistoricalLookup;
import org.colophon.core.state.KernelGate;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.KernelState;
import org.colophon.core.state.NamesMemory;
import org.colophon.core.state.SharedNames;
import org.colophon.core.state.SourcePositions;
import org.colophon.core.state.StoreHistory;
import org.colophon.core.threads.Urgency;

/**
 * A store open for recording. Wires the stages, and owns their threads:
 *
 * <ul>
 *   <li>{@code colophon-kernel} takes the ring: LSN order, suppression, journal frames;
 *   <li>{@code colophon-commit} makes frames durable;
 *   <li>{@code colophon-store-NAME} feeds one adapter from the journal;
 *   <li>{@code colophon-reporter-NAME} runs an attached reporter.
 * </ul>
 *
 * A failure of the first two moves the kernel to FAILED: every sink throws from then on, nobody is
 * left waiting, and what is on disk stays as it is. All methods may be called from any thread.
 */
public final class Kernel implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Kernel.class.getName());

  private final StoreDirectory directory;
  private final StoreIdentity identity;
  private final KnownStores seenStores;
  private final HostInfo host = HostInfo.ofThisMachine();
  private final ReporterCoordination neighbours = new ReporterCoordination();
  private final KernelGate gate = new KernelGate();
  private final PipelineMetrics metrics = new PipelineMetrics();
  private final List<ReporterHandle> reporters = new CopyOnWriteArrayList<>();
  private final OpenReads readings = new OpenReads();
  private final SourceOwners owners = new SourceOwners();
  private final SnapshotNames snapshotNames = new SnapshotNames();
  private final Journal journal;
  private final KernelAdapters adapters;
  private final Pipeline pipeline;
  private final RecordRing ring;
  private final KernelParts parts;
  private final RingSink ownSink;
  private final KernelRecordings recordings;
  private final KernelPruningHost pruningHost;
  private final PruningSlot prunings = new PruningSlot();
  private List<String> losses = List.of();
  private boolean closed;
  private volatile Thread closer;

  private Kernel(KernelConfig config, StoreDirectory directory, Deque<Runnable> undo) {
    this.directory = directory;
    this.identity = StoreIdentity.of(directory.path(), AttachedAdapters.load(directory.path()));
    this.seenStores = config.seenStores();
    this.journal = Journal.open(config.journal(), identity.ofJournal(directory.path()), this::fail);
    undo.push(journal::close);
    RecoveryReport recovery = journal.recovery();
    this.adapters = new KernelAdapters(config, identity, journal, metrics::journaled);
    undo.push(adapters::stop);
    StoreEnd end = new StoreEnd(recovery, adapters.heldByAnyone(), seenStores.lsn(identity));
    long lastLsn = end.lastLsn();
    journal.skipTo(end.knownLsn());
    KernelAdapters.Answering before = startAdapters();
    boolean hasPast = before != null && before.upToLsn() > 0;
    HistoricalLookup past =
        new HistoricalLookup(
            hasPast ? before.reader() : null, adapters::readerThatSees, adapters.succession());
    StoreHistory history = hasPast ? new StoreHistory(before.reader(), before.upToLsn()) : null;
    IdentityRegistry processes =
        new IdentityRegistry(
            recovery.nextProcess() + end.missingLsns(),
            config.maxIdentities(),
            new IdentityRegistry.Store(
                past::processByIdentity, past::processElsewhere, this::lastLsn, past::sees));
    IdentityRegistry objects =
        new IdentityRegistry(
            recovery.nextObject() + end.missingLsns(),
            config.maxIdentities(),
            new IdentityRegistry.Store(
                past::objectByIdentity, past::objectElsewhere, this::lastLsn, past::sees));
    this.pipeline =
        new Pipeline(
            journal,
            gate,
            config,
            metrics,
            lastLsn,
            processes::nextId,
            objects::nextId,
            this::publishTick,
            adapters::maintain,
            this::fail);
    this.ring = new RecordRing(config.ringSlots(), lastLsn + 1, pipeline);
    NamesMemory names = new NamesMemory(history, config.maxNames(), past, this::lastLsn);
    if (before != null) {
      new JournalTail(journal, before.upToLsn())
          .read(names.names(), snapshotNames::add, processes, objects);
      adapters.startOthers();
    }
    this.parts =
        new KernelParts(
            gate,
            ring,
            journal,
            metrics,
            processes,
            objects,
            new SharedNames(names, gate),
            new SourcePositions(recovery.positions()),
            past);
    this.ownSink = new RingSink(parts, "kernel", SinkOptions.DEFAULT);
    this.recordings = new KernelRecordings(parts, adapters, readings, host);
    this.pruningHost =
        new KernelPruningHost(directory.path(), parts, names, past, pipeline, ownSink, readings);
    pipeline.writeFirstFrame();
    journal.awaitDurable(lastLsn);
    ring.start();
    journal.whenAwaited(ring::hurry);
    undo.push(ring::stop);
    reportDamage(
        end.messages(directory.path()),
        recovery.untoldBytes() + end.lostLsns() + adapters.lostLsns());
    seenStores.remember(identity, lastLsn);
    recordings.findAtOpening();
  }

  /**
   * Opens a store, creating it if it is not there, recovers it, and starts.
   *
   * @throws ColophonException STORE_LOCKED, STORE_FOREIGN, STORE_TOO_NEW, STORE_CORRUPT, IO_FAILED,
   *     or what an adapter throws at opening
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

  /** Runs one step of taking back or closing; its failure joins the first. */
  private static void attempt(Runnable step, Throwable first) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      CloseSequence.join(first, e);
    }
  }

  /** Starts the adapters; names and identities of before are asked of one that has them. */
  private KernelAdapters.Answering startAdapters() {
    KernelAdapters.Answering answering = adapters.start();
    if (answering != null) {
      LineageReader reader = answering.reader();
      reader.snapshots().forEach(snapshot -> snapshotNames.add(snapshot.name()));
    }
    return answering;
  }

  /**
   * Logs what opening the store found, and records a gap if something is lost.
   *
   * @param lost bytes and LSNs, as far as known
   */
  private void reportDamage(List<String> messages, long lost) {
    messages.forEach(message -> LOG.log(Level.WARNING, message));
    if (lost > 0) {
      losses = List.copyOf(messages);
      synchronized (ownSink) {
        ownSink.gap(0, GapCause.JOURNAL_DAMAGE, lost, 0);
        ownSink.flush();
      }
    }
  }

  /** What opening the store found and repaired. */
  public RecoveryReport recovery() {
    return journal.recovery();
  }

  /**
   * Losses of the store since it was last open, for people: damage that was not reported before.
   * Empty if nothing was.
   */
  public List<String> losses() {
    return losses;
  }

  /**
   * The recordings that ended without notice and were found in this run, oldest first: those of
   * earlier kernels, and of other processes that reported to this one. A background thread looks at
   * them; {@link #drain} waits for it.
   */
  public List<UnendedRecording> unendedRecordings() {
    return recordings.found();
  }

  /** Looks for recordings of other processes that reported to this kernel and have died. */
  public void findDeadRecorders() {
    recordings.findDead();
  }

  KernelRecordings recordings() {
    return recordings;
  }

  ReporterCoordination neighbours() {
    return neighbours;
  }

  SourceOwners owners() {
    return owners;
  }

  HostInfo host() {
    return host;
  }

  /** A new folder for a reporter's files of no lasting worth. */
  Path scratch(String reporterName) {
    String letters = reporterName.replaceAll("[^A-Za-z0-9-]", "_");
    try {
      return Files.createTempDirectory(StoreDirectory.scratchIn(directory.path()), letters);
    } catch (IOException e) {
      throw StoreDirectory.failed("create a folder in", directory.path(), e);
    }
  }

  /** A sink for one thread of a program that reports by itself. */
  public OperationSink newSink(String reporterName, SinkOptions options) {
    return newRingSink(reporterName, options);
  }

  RingSink newRingSink(String reporterName, SinkOptions options) {
    gate.check();
    return new RingSink(parts, reporterName, options);
  }

  /**
   * Where the reporter of a source was left: the last position that was published for it, in this
   * run or before; {@code Bytes.EMPTY} if there is none. It is durable once everything up to {@link
   * #lastLsn} is.
   */
  public Bytes position(String source) {
    return parts.positions().of(source);
  }

  /**
   * To be asked by those who read a source without being attached here.
   *
   * @throws ColophonException ALREADY_EXISTS if an attached reporter reads it
   */
  public void refuseIfRead(String source) {
    owners.refuseIfClaimed(source);
  }

  /** The last positions that were published, by source. */
  public Map<String, Bytes> positions() {
    return parts.positions().all();
  }

  /** The LSN of the last operation that was published. */
  public long lastLsn() {
    return ring.lastLsn();
  }

  /** Runs a reporter on a thread of its own. */
  public ReporterHandle attach(String name, Reporter reporter, SinkOptions options) {
    gate.check();
    ReporterHandle handle = new ReporterHandle(this, name, reporter, options);
    reporters.add(handle);
    handle.start();
    if (closer != null || gate.state() != KernelState.RUNNING) {
      handle.stop(); // closing began meanwhile and may not have seen it
    }
    return handle;
  }

  void forget(ReporterHandle handle) {
    owners.release(handle);
    reporters.remove(handle);
  }

  /**
   * Gives the present a name; durable when this returns.
   *
   * @param name null or empty for the next of s1, s2, ... that is free
   * @throws ColophonException ALREADY_EXISTS; BAD_REQUEST for a name that could be taken for an LSN
   *     or would not stand on a line
   */
  public Snapshot snapshot(String name) {
    long lsn;
    String taken;
    long now = System.currentTimeMillis() * 1_000_000L;
    synchronized (ownSink) {
      taken = name == null || name.isEmpty() ? snapshotNames.next() : name;
      snapshotNames.take(taken);
      lsn = ownSink.snapshot(taken, now);
    }
    journal.awaitDurable(lsn);
    return new Snapshot(taken, lsn, now);
  }

  /** Waits until everything up to an LSN is in the journal on disk. */
  public void awaitDurable(long lsn) {
    journal.awaitDurable(lsn);
  }

  /**
   * Waits until everything published so far is durable in the journal and in every adapter that has
   * not failed, and visible to their readers. The gaps of recordings that ended without notice are
   * among it.
   */
  public void drain() {
    recordings.await();
    journal.awaitDurable(ring.lastLsn());
    adapters.awaitHeld(journal.writtenLsn());
  }

  /**
   * Waits until an adapter holds everything up to an LSN durably. Then its own files are enough, if
   * the journal should be lost.
   *
   * @param lsn of what was published, at most {@link #lastLsn}
   * @throws ColophonException NOT_FOUND, ADAPTER_FAILED; BAD_REQUEST if the LSN is not given out
   */
  public void awaitHeld(String adapterName, long lsn) {
    if (lsn > ring.lastLsn()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "LSN %d was not given out yet; the last is %d".formatted(lsn, ring.lastLsn()));
    }
    journal.awaitDurable(lsn);
    adapters.awaitHeld(adapterName, Math.min(lsn, journal.writtenLsn()));
  }

  /**
   * A reader of an adapter that sees everything published before this call. Where a pruning may run
   * meanwhile, {@link #reading} says that it is used.
   *
   * @throws ColophonException NOT_FOUND, ADAPTER_FAILED
   */
  public LineageReader reader(String adapterName) {
    journal.awaitDurable(ring.lastLsn());
    return adapters.reader(adapterName, journal.writtenLsn());
  }

  /**
   * A reader of an adapter that is not waited for, as after a crash it may have much to catch up
   * with: good for questions about LSNs up to its {@link LineageReader#visibleLsn}. None of an
   * adapter that failed or is being filled from another.
   *
   * @throws ColophonException NOT_FOUND
   */
  public Optional<LineageReader> readerNow(String adapterName) {
    return adapters.readerNow(adapterName);
  }

  /**
   * Announces that somebody is about to ask for a reader, and to use it until this is closed: so
   * long a pruning keeps what that one reads, within its {@link PruneRequest#graceMillis}.
   */
  public OpenRead reading() {
    return readings.begin();
  }

  /**
   * Lets an adapter go of what a policy does not keep; everything else goes on meanwhile. Returns
   * when it is done.
   *
   * @throws ColophonException ADAPTER_BUSY if another pruning is under way, or an adapter is being
   *     filled; NOT_FOUND for an adapter or snapshot that is not there; BAD_REQUEST for an adapter
   *     that cannot be pruned; DISK_FULL, IO_FAILED, INTERRUPTED: then the store is as it was
   */
  public PruneReport prune(PruneRequest request) {
    gate.check();
    return prunings.run(
        new Pruning(request, Pruning.BY_POLICY, adapters.succession(), pruningHost));
  }

  /**
   * Like {@link #prune}, but of every adapter that can be pruned unless the request names one: the
   * first that can be read as the policy says, the others up to the same LSN.
   *
   * @throws ColophonException as {@link #prune}, of the first; why another one could not be pruned
   *     is in the answer
   */
  public PruneOutcome pruneAll(PruneRequest request) {
    gate.check();
    return new PruningRound(request, adapters.succession(), pruningHost, prunings).run();
  }

  /** How far a pruning is that is under way. */
  public Optional<PruneProgress> pruneProgress() {
    return prunings.progress();
  }

  /** The kernel at this instant. */
  public KernelStatus status() {
    String failure = gate.isFailed() ? String.valueOf(gate.failure().getMessage()) : "";
    return new KernelStatus(
        gate.state(),
        failure,
        metrics.reported(),
        metrics.refused(),
        metrics.dropped(),
        metrics.accepted(),
        Math.max(0, metrics.accepted() - metrics.handled() - metrics.failed()),
        metrics.failed(),
        metrics.suppressed(),
        metrics.journaled(),
        pipeline.openIntervals(),
        pipeline.evictedIntervals(),
        ring.lastLsn(),
        journal.durableLsn(),
        journal.bytes(),
        parts.names().size(),
        parts.processes().size() + parts.objects().size(),
        adapters.status());
  }

  private void publishTick() {
    ring.tryPublishTick();
  }

  private void fail(Throwable cause) {
    if (gate.fail(cause)) {
      journal.fail(cause); // first: nobody waits for ever because a log cannot be written
      attempt(() -> LOG.log(Level.ERROR, "recording stopped: " + cause.getMessage(), cause), cause);
    }
  }

  /**
   * Ends the reporters, writes out what is open, waits for the adapters, and closes the store. If
   * the kernel failed, only lets go of everything. An interrupt, before or meanwhile, does not stop
   * it; it is set again at the end. If a step fails, the others are still made, and the first
   * failure is thrown. A reporter that cannot be stopped takes nothing from what others report.
   */
  @Override
  public void close() {
    if (!Thread.currentThread().equals(closer)) { // a plug-in that is being closed may ask again
      closeOnce();
    }
  }

  private synchronized void closeOnce() {
    if (!closed) {
      closed = true;
      Urgency.Hold hold = Urgency.hold();
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
        new CloseSequence(failure -> {}); // recording goes on: others hand over what they have
    ending.run(prunings::close);
    reporters.forEach(reporter -> ending.run(reporter::stop));
    reporters.forEach(reporter -> ending.run(reporter::awaitAsStopped));
    ending.run(recordings::close);
    ending.run(this::closeStore);
    ending.throwFirst();
  }

  private void closeStore() {
    CloseSequence steps = new CloseSequence(gate::fail);
    long[] lsn = new long[1];
    steps.run(gate::closeAndAwaitPublishers);
    steps.run(ring::stop);
    steps.run(() -> lsn[0] = pipeline.finish());
    steps.run(adapters::stop);
    if (!gate.isFailed() && !steps.hasFailed()) {
      steps.run(() -> leaveClean(lsn[0]));
    }
    steps.run(journal::close);
    steps.run(directory::close);
    steps.throwFirst();
  }

  /** One small segment remains, if nobody needs more: it says where LSNs and ids go on. */
  private void leaveClean(long lsn) {
    if (!adapters.isNeededBelow(lsn)) {
      journal.startSegment();
    }
    pipeline.writeCleanFrame(lsn);
    journal.awaitFramesDurable(); // it accounts for no LSN of its own
    adapters.release();
    adapters.noteAtClose();
    seenStores.remember(identity, lsn);
  }
}
