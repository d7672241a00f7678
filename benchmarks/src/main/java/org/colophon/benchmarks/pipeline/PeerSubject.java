package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.colophon.benchmarks.peer.PeerLineage;
import org.colophon.benchmarks.peer.PeerStore;
import org.colophon.benchmarks.peer.Peers;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.workload.RecordingSink;
import org.colophon.benchmarks.workload.Workload;

/** A peer as a subject. One thread writes directly into its store, which is durable at the end. */
final class PeerSubject implements Subject {
  private final Peers peer;

  PeerSubject(Peers peer) {
    this.peer = peer;
  }

  @Override
  public Map<String, Object> load(Path directory, Workload workload) {
    Map<String, Object> figures = new LinkedHashMap<>();
    try (PeerStore store = peer.open(directory)) {
      long begin = System.nanoTime();
      workload.report(new RecordingSink(store));
      store.sync();
      figures.put(Figures.LOAD_NANOS, System.nanoTime() - begin);
    }
    return figures;
  }

  @Override
  public boolean isKeepingAll() {
    return true;
  }

  @Override
  public long storeBytes(Path directory) {
    return Directories.bytes(directory);
  }

  @Override
  public Probe open(Path directory) {
    return new PeerProbe(peer.open(directory));
  }

  private record PeerProbe(PeerStore store) implements Probe {
    @Override
    public void ancestors(long object, Found found) {
      Set<Long> objects = new HashSet<>();
      Set<Long> processes = new HashSet<>();
      new PeerLineage(store).ancestors(object, objects, processes);
      objects.forEach(found::addObject);
      processes.forEach(found::addProcess);
    }

    @Override
    public long operationsOfObject(long object) {
      return store.operationsOfObject(object);
    }

    @Override
    public long operationsOfProcess(long process) {
      return store.operationsOfProcess(process);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
