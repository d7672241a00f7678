package org.colophon.core.kernel;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.LongPredicate;
import org.colophon.core.journal.Journal;
import org.colophon.core.retention.Markers;
import org.colophon.core.spi.storage.LineageReader;

/** What a kernel lets a pruning do. */
final class KernelPruningHost implements PruningHost {
  private final Path directory;
  private final KernelParts parts;
  private final NamesMemory memory;
  private final Past past;
  private final Pipeline pipeline;
  private final RingSink sink;
  private final Readings readings;
  private final long firstProcess;

  /** Before anything was given out in this run. */
  KernelPruningHost(
      Path directory,
      KernelParts parts,
      NamesMemory memory,
      Past past,
      Pipeline pipeline,
      RingSink ownSink,
      Readings readings) {
    this.directory = directory;
    this.parts = parts;
    this.memory = memory;
    this.past = past;
    this.pipeline = pipeline;
    this.sink = ownSink;
    this.readings = readings;
    this.firstProcess = parts.processes().nextId();
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public Readings readings() {
    return readings;
  }

  @Override
  public Journal journal() {
    return parts.journal();
  }

  @Override
  public long[] askedLsns() {
    return memory.askedLsns();
  }

  @Override
  public long firstProcess() {
    return firstProcess;
  }

  @Override
  public Markers declareMarkers(long cutLsn, long cutNanos) {
    synchronized (sink) {
      long before = sink.process(Markers.pastBefore(cutLsn, cutNanos), 0);
      long after = sink.process(Markers.futureBefore(cutLsn, cutNanos), 0);
      sink.flush();
      return new Markers(before, after);
    }
  }

  /** Whatever is claimed from the ring behind the answer is handled behind the change. */
  @Override
  public long setDeparted(Departed gone) {
    pipeline.setDeparted(gone);
    return parts.ring().lastLsn();
  }

  @Override
  public Departed departed() {
    return pipeline.departed();
  }

  @Override
  public void movePast(long lsn, LineageReader successor) {
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
