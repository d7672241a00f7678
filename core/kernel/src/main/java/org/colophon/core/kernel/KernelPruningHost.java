// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.LongPredicate;
import org.colophon.core.journal.Journal;
import org.colophon.core.prune.OpenReads;
import org.colophon.core.prune.PrunedIds;
import org.colophon.core.prune.PruningHost;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.sink.RingSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.HistoricalLookup;
import org.colophon.core.state.KernelParts;

/** Services of a kernel that a pruning uses. */
final class KernelPruningHost implements PruningHost {
  private final Path directory;
  private final KernelStages stages;
  private final KernelParts parts;
  private final RingSink sink;
  private final OpenReads readings;
  private final long firstProcess;

  /** Constructs the host. Must be called before any id is assigned in this run. */
  KernelPruningHost(Path directory, KernelStages stages, RingSink ownSink, OpenReads readings) {
    this.directory = directory;
    this.stages = stages;
    this.parts = stages.parts;
    this.sink = ownSink;
    this.readings = readings;
    this.firstProcess = parts.processes().nextId();
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public OpenReads readings() {
    return readings;
  }

  @Override
  public Journal journal() {
    return parts.journal();
  }

  @Override
  public long[] askedLsns() {
    return stages.names.askedLsns();
  }

  @Override
  public long firstProcess() {
    return firstProcess;
  }

  @Override
  public Placeholders declarePlaceholders(long cutLsn, long cutNanos) {
    synchronized (sink) {
      long before = sink.process(Placeholders.pastBefore(cutLsn, cutNanos), 0);
      long after = sink.process(Placeholders.futureBefore(cutLsn, cutNanos), 0);
      sink.flush();
      return new Placeholders(before, after);
    }
  }

  /** Sets the pruned ids. Slots claimed after the returned LSN are handled after the change. */
  @Override
  public long setPrunedIds(PrunedIds ids) {
    stages.pipeline.setPrunedIds(ids);
    return parts.ring().lastLsn();
  }

  @Override
  public PrunedIds prunedIds() {
    return stages.pipeline.prunedIds();
  }

  @Override
  public void movePast(long lsn, LineageReader successor) {
    HistoricalLookup past = stages.past;
    LineageReader first = past.readerThatSees(lsn);
    LineageReader reader = first == null ? successor : first;
    past.moveTo(reader);
    parts.names().change(names -> names.moveTo(reader));
  }

  @Override
  public void forget(BitSet goneProcesses, BitSet goneObjects) {
    parts.processes().forget(in(goneProcesses));
    parts.objects().forget(in(goneObjects));
  }

  private static LongPredicate in(BitSet ids) {
    return id -> id < ids.size() && ids.get((int) id);
  }
}
