package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.RecoveryReport;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Snapshot;
import org.colophon.core.naming.History;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordRing;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

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
  /**
   * After a crash LSNs go on this far behind the last one found, so that none that was given out,
   * and suppressed without a trace, is given again. Larger than Pipeline.MAX_FRAME_LSNS and the
   * ring.
   */
  private static final long LSN_RESERVE = 1L << 20;

  private static final Logger LOG = System.getLogger(Kernel.class.getName());

  private final KernelConfig config;
  private final StoreDirectory directory;
  private final HostInfo host = HostInfo.ofThisMachine();
  private final KernelGate gate = new KernelGate();
  private final PipelineMetrics metrics = new PipelineMetrics();
  private final List<ReporterHandle> reporters = new CopyOnWriteArrayList<>();
  private final List<AdapterRunner> runners = new ArrayList<>();
  private final Set<String> snapshotNames = new HashSet<>();
  private final Journal journal;
  private final Pipeline pipeline;
  private final RecordRing ring;
  private final KernelParts parts;
  private final RingSink ownSink;
  private boolean closed;

  private Kernel(KernelConfig config, StoreDirectory directory) {
    this.config = config;
    this.directory = directory;
    this.journal = Journal.open(config.journal(), this::fail);
    RecoveryReport recovery = journal.recovery();
    startAdapters(recovery.lastLsn());
    long heldLsn = heldByAnyone();
    long lastLsn = lastLsnOf(recovery, heldLsn);
    long lostLsns = Math.max(0, heldLsn - recovery.lastLsn());
    this.pipeline =
        new Pipeline(
            journal, config, metrics, lastLsn, this::publishTick, this::maintain, this::fail);
    this.ring = new RecordRing(config.ringSlots(), lastLsn + 1, pipeline);
    LineageReader past = readerOfThePast(recovery.lastLsn());
    this.parts = newParts(past, lostLsns);
    this.ownSink = new RingSink(parts, "kernel", SinkOptions.DEFAULT);
    journal.accounted(lastLsn, false);
    ring.start();
    reportDamage(recovery);
  }

  /**
   * Opens a store, creating it if it is not there, recovers it, and starts.
   *
   * @throws ColophonException STORE_LOCKED, STORE_FOREIGN, STORE_TOO_NEW, STORE_CORRUPT, IO_FAILED,
   *     or what an adapter throws at opening
   */
  public static Kernel open(KernelConfig config) {
    StoreDirectory directory = StoreDirectory.lock(config.directory());
    try {
      return new Kernel(config, directory);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  private void startAdapters(long journalLsn) {
    try {
      for (AdapterConfig adapterConfig : config.adapters()) {
        runners.add(newRunner(adapterConfig, journalLsn));
      }
      runners.forEach(AdapterRunner::start);
    } catch (RuntimeException e) {
      runners.forEach(runner -> runner.adapter().close());
      journal.close();
      throw e;
    }
  }

  private AdapterRunner newRunner(AdapterConfig adapterConfig, long journalLsn) {
    StorageAdapter adapter =
        adapterConfig
            .factory()
            .create(
                new StorageConfig(
                    StoreDirectory.adapterIn(config.directory(), adapterConfig.name()),
                    adapterConfig.options()));
    try {
      adapter.open();
    } catch (RuntimeException e) {
      adapter.close();
      throw e;
    }
    refuseHole(adapterConfig.name(), adapter);
    return new AdapterRunner(
        adapterConfig.name(), adapter, journal, config.fanout(), journalLsn, metrics::journaled);
  }

  /** An adapter that missed a part which the journal has let go of cannot be fed any more. */
  private void refuseHole(String name, StorageAdapter adapter) {
    long first = journal.recovery().firstLsn();
    if (first > adapter.heldLsn() + 1) {
      long held = adapter.heldLsn();
      adapter.close();
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "store %s holds everything up to LSN %d, but the journal begins at %d: it was left behind and must be rebuilt"
              .formatted(name, held, first));
    }
  }

  private long heldByAnyone() {
    return runners.stream().mapToLong(runner -> runner.adapter().heldLsn()).max().orElse(0);
  }

  /** LSNs go on behind whatever the journal and the adapters have seen. */
  private static long lastLsnOf(RecoveryReport recovery, long heldLsn) {
    boolean inOrder = recovery.clean() && heldLsn <= recovery.lastLsn();
    return inOrder ? recovery.lastLsn() : Math.max(heldLsn, recovery.lastLsn()) + LSN_RESERVE;
  }

  /** Names and identities of before are asked of the first readable adapter, once it caught up. */
  private LineageReader readerOfThePast(long journalLsn) {
    for (int i = 0; i < runners.size(); i++) {
      if (config.adapters().get(i).factory().capabilities().contains(StorageCapability.READ)) {
        AdapterRunner runner = runners.get(i);
        runner.awaitFlushed(journalLsn);
        LineageReader reader = runner.adapter().reader();
        reader.snapshots().forEach(snapshot -> snapshotNames.add(snapshot.name()));
        return reader;
      }
    }
    return null;
  }

  /**
   * What the sinks share.
   *
   * @param lostLsns how far the journal lost its end against an adapter: no more ids than LSNs can
   *     have been lost with it, and none of them may be given again
   */
  private KernelParts newParts(LineageReader past, long lostLsns) {
    RecoveryReport recovery = journal.recovery();
    boolean hasPast = past != null && past.visibleLsn() > 0;
    History history = hasPast ? new StoreHistory(past, past.visibleLsn()) : History.NONE;
    LongPredicate identified = history::hasIdentity;
    return new KernelParts(
        gate,
        ring,
        journal,
        metrics,
        new IdentityRegistry(recovery.nextProcess() + lostLsns, history::processByIdentity),
        new IdentityRegistry(recovery.nextObject() + lostLsns, history::objectByIdentity),
        new Namespace(history),
        identified);
  }

  private void reportDamage(RecoveryReport recovery) {
    recovery.messages().forEach(message -> LOG.log(Level.WARNING, message));
    if (recovery.damagedBytes() > 0) {
      synchronized (ownSink) {
        ownSink.gap(0, GapCause.JOURNAL_DAMAGE, recovery.damagedBytes(), 0);
        ownSink.flush();
      }
    }
  }

  /** What opening the store found and repaired. */
  public RecoveryReport recovery() {
    return journal.recovery();
  }

  HostInfo host() {
    return host;
  }

  /** A sink for one thread of a program that reports by itself. */
  public OperationSink newSink(String reporterName, SinkOptions options) {
    gate.check();
    return new RingSink(parts, reporterName, options);
  }

  /** Runs a reporter on a thread of its own. */
  public ReporterHandle attach(String name, Reporter reporter, SinkOptions options) {
    gate.check();
    ReporterHandle handle = new ReporterHandle(this, name, reporter, options);
    reporters.add(handle);
    handle.start();
    return handle;
  }

  /**
   * Gives the present a name; durable when this returns.
   *
   * @param name null or empty for the next number that is free
   * @throws ColophonException ALREADY_EXISTS
   */
  public Snapshot snapshot(String name) {
    long lsn;
    String taken;
    long now = System.currentTimeMillis() * 1_000_000L;
    synchronized (ownSink) {
      taken = name == null || name.isEmpty() ? nextSnapshotNumber() : name;
      if (!snapshotNames.add(taken)) {
        throw new ColophonException(
            ErrorCode.ALREADY_EXISTS, "there is a snapshot called '" + taken + "' already");
      }
      lsn = ownSink.snapshot(taken, now);
    }
    journal.awaitDurable(lsn);
    return new Snapshot(taken, lsn, now);
  }

  private String nextSnapshotNumber() {
    int number = 1;
    while (snapshotNames.contains(Integer.toString(number))) {
      number++;
    }
    return Integer.toString(number);
  }

  /** Waits until everything up to an LSN is in the journal on disk. */
  public void awaitDurable(long lsn) {
    journal.awaitDurable(lsn);
  }

  /**
   * Waits until everything published so far is durable in the journal and in every adapter that has
   * not failed, and visible to their readers.
   */
  public void drain() {
    journal.awaitDurable(ring.lastLsn());
    long lsn = journal.writtenLsn();
    for (AdapterRunner runner : runners) {
      awaitHeldUnlessFailed(runner, lsn);
    }
  }

  private static void awaitHeldUnlessFailed(AdapterRunner runner, long lsn) {
    try {
      runner.awaitHeld(lsn);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.ADAPTER_FAILED) {
        throw e;
      }
      LOG.log(Level.DEBUG, "not waiting: {0}", e.getMessage());
    }
  }

  /**
   * A reader of an adapter that sees everything published before this call.
   *
   * @throws ColophonException NOT_FOUND, ADAPTER_FAILED
   */
  public LineageReader reader(String adapterName) {
    for (AdapterRunner runner : runners) {
      if (runner.name().equals(adapterName)) {
        journal.awaitDurable(ring.lastLsn());
        runner.awaitFlushed(journal.writtenLsn());
        return runner.adapter().reader();
      }
    }
    throw new ColophonException(
        ErrorCode.NOT_FOUND, "this store has no adapter called '" + adapterName + "'");
  }

  /** The kernel at this instant. */
  public KernelStatus status() {
    List<AdapterStatus> adapters = runners.stream().map(AdapterRunner::status).toList();
    String failure = gate.isFailed() ? String.valueOf(gate.failure().getMessage()) : "";
    return new KernelStatus(
        gate.state(),
        failure,
        metrics.reported(),
        metrics.refused(),
        metrics.dropped(),
        metrics.accepted(),
        metrics.accepted() - metrics.handled() - metrics.failed(),
        metrics.failed(),
        metrics.suppressed(),
        metrics.journaled(),
        pipeline.openIntervals(),
        pipeline.evictedIntervals(),
        ring.lastLsn(),
        journal.durableLsn(),
        journal.bytes(),
        adapters);
  }

  private void publishTick() {
    ring.tryPublishTick();
  }

  /** On the kernel's thread, now and then: lets go of journal that nobody needs. */
  private void maintain() {
    long held = Long.MAX_VALUE;
    for (AdapterRunner runner : runners) {
      held = Math.min(held, runner.heldLsn());
    }
    journal.release(held);
    if (journal.isOverBudget()) {
      abandonSlowest();
    }
  }

  private void abandonSlowest() {
    AdapterRunner slowest = null;
    for (AdapterRunner runner : runners) {
      if (slowest == null || runner.heldLsn() < slowest.heldLsn()) {
        slowest = runner;
      }
    }
    if (slowest != null && slowest.heldLsn() < journal.writtenLsn()) {
      slowest.abandon(
          "it is so far behind that the journal exceeds its budget; rebuild it, or raise the budget");
    }
  }

  private void fail(Throwable cause) {
    if (gate.fail(cause)) {
      LOG.log(Level.ERROR, "recording stopped: " + cause.getMessage(), cause);
      journal.fail(cause);
    }
  }

  /**
   * Ends the reporters, writes out what is open, waits for the adapters, and closes the store. If
   * the kernel failed, only lets go of everything.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      reporters.forEach(ReporterHandle::stop);
      reporters.forEach(ReporterHandle::await);
      gate.close();
      ring.stop();
      long lsn = gate.isFailed() ? 0 : pipeline.finish();
      for (AdapterRunner runner : runners) {
        runner.stop();
      }
      if (!gate.isFailed()) {
        leaveClean(lsn);
      }
      journal.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted while closing", e);
    } finally {
      directory.close();
    }
  }

  /** One small segment remains: it says where LSNs and ids go on. */
  private void leaveClean(long lsn) {
    journal.startSegment();
    pipeline.writeCleanFrame(lsn);
    journal.awaitDurable(lsn);
    long held = Long.MAX_VALUE;
    for (AdapterRunner runner : runners) {
      held = Math.min(held, runner.heldLsn());
    }
    journal.release(runners.isEmpty() ? 0 : held);
  }
}
