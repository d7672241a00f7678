// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import org.colophon.benchmarks.peer.PeerStore;
import org.colophon.benchmarks.peer.Peers;
import org.colophon.benchmarks.peer.Probe;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.workload.PeerSink;
import org.colophon.benchmarks.workload.Workload;

/** A peer as a subject. One thread writes directly into its store, which is durable at the end. */
record PeerSubject(Peers peer) implements Subject {
  @Override
  public Figures load(Path directory, Workload workload) {
    try (PeerStore store = peer.open(directory)) {
      long begin = System.nanoTime();
      workload.report(new PeerSink(store));
      store.sync();
      return Figures.of(LOAD_NANOS, System.nanoTime() - begin);
    }
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
    return peer.open(directory);
  }
}
