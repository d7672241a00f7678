// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.RecoveryReport;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.ring.RecordRing;
import org.colophon.core.state.FileStates;
import org.colophon.core.state.HistoricalLookup;
import org.colophon.core.state.KernelGate;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.NamesMemory;
import org.colophon.core.state.PreparedTransactions;
import org.colophon.core.state.SharedNames;
import org.colophon.core.state.SnapshotNames;
import org.colophon.core.state.SourcePositions;
import org.colophon.core.state.StoreHistory;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/**
 * The stages that an operation passes on its way to the journal, and the state that they share. It
 * recovers that state from the journal and from the adapter that answers for older names.
 */
final class KernelStages {
  private final Journal journal;
  final PipelineMetrics metrics = new PipelineMetrics();
  final HistoricalLookup past;
  final NamesMemory names;
  final Pipeline pipeline;
  final RecordRing ring;
  final KernelParts parts;

  /**
   * Recovers the state and starts all adapters, but not the ring.
   *
   * @param lastLsn the last LSN before this run
   * @param publishedLsn the last LSN that was published so far
   */
  KernelStages(
      KernelConfig config,
      Journal journal,
      KernelAdapters adapters,
      KernelGate gate,
      BackgroundThreads threads,
      StoreEnd end,
      long lastLsn,
      LongSupplier publishedLsn,
      Consumer<Throwable> onFailure) {
    this.journal = journal;
    SnapshotNames snapshots = new SnapshotNames();
    KernelAdapters.@Nullable Answering answering = adapters.start();
    if (answering != null) {
      // Damage to these names must not stop a recording.
      answering.reader().tolerant().snapshots().forEach(snapshots::add);
    }
    KernelAdapters.Answering known =
        answering == null || answering.upToLsn() == 0 ? null : answering;
    this.past =
        new HistoricalLookup(
            known == null ? null : known.reader(), adapters::readerThatSees, adapters.replacement);
    FileStates files = new FileStates(past);
    StoreHistory history = known == null ? null : new StoreHistory(known.reader(), known.upToLsn());
    RecoveryReport recovery = journal.recovery();
    IdentityRegistry processes =
        new IdentityRegistry(
            recovery.nextProcess() + end.missingLsns(),
            config.maxIdentities(),
            new IdentityRegistry.Store(
                past::processByIdentity, past::processElsewhere, publishedLsn, past::sees));
    IdentityRegistry objects =
        new IdentityRegistry(
            recovery.nextObject() + end.missingLsns(),
            config.maxIdentities(),
            new IdentityRegistry.Store(
                past::objectByIdentity, past::objectElsewhere, publishedLsn, past::sees));
    this.pipeline =
        new Pipeline(
            journal,
            gate,
            config,
            metrics,
            files,
            lastLsn,
            processes::nextId,
            objects::nextId,
            this::publishTick,
            adapters.retention::maintain,
            onFailure);
    this.ring = new RecordRing(config.ringSlots(), lastLsn + 1, pipeline);
    this.names = new NamesMemory(history, config.maxNames(), past, publishedLsn);
    if (answering != null) {
      new JournalTail(journal, answering.upToLsn())
          .read(names.names(), snapshots::add, files, processes, objects);
      adapters.startOthers();
    }
    SourcePositions positions = new SourcePositions(recovery.positions());
    this.parts =
        new KernelParts(
            gate,
            ring,
            journal,
            metrics,
            processes,
            objects,
            new SharedNames(names, gate, threads),
            positions,
            new PreparedTransactions(positions),
            snapshots,
            past,
            files,
            threads);
  }

  private void publishTick() {
    ring.tryPublishTick();
  }

  /** Starts to accept operations after an LSN, which is durable when this returns. */
  void start(long lastLsn) {
    pipeline.writeFirstFrame();
    journal.awaitDurable(lastLsn);
    ring.start();
    journal.whenAwaited(ring::wakeConsumer);
  }
}
