// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.colophon.benchmarks.workload.PeerSink;
import org.colophon.benchmarks.workload.Target;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.model.AccessMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerLineageTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "BERKELEYDB, 1", "LMDB, 1", "SQLITE, 1",
    "BERKELEYDB, 8", "LMDB, 8", "SQLITE, 8"
  })
  void findsTheChainOfParentsWhenReopened(Peers peer, int atOnce) {
    TreeWorkload workload = new TreeWorkload(3, 4, atOnce);
    load(peer, workload);
    try (PeerStore store = peer.open(directory)) {
      for (Target target : workload.targets(20)) {
        Found found = new Found();
        store.ancestors(target.object(), found);
        assertThat(found.isExactly(target)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"BERKELEYDB", "LMDB", "SQLITE"})
  void respectsTheBoundWhenAskedAsOfAnLsn(Peers peer) {
    load(peer, new TreeWorkload(2, 4, 1));
    try (PeerStore store = peer.open(directory)) {
      Set<Long> readers = new HashSet<>();
      // A copy of four blocks has 13 operations. Its first read is the third of them.
      long thirdCopysFirstRead = 2 * 13 + 3;
      store.processesOf(
          1, AccessMode.READ.code(), thirdCopysFirstRead, (other, lsn) -> readers.add(other));
      assertThat(readers).containsExactlyInAnyOrder(1L, 2L, 3L);
    }
  }

  private void load(Peers peer, TreeWorkload workload) {
    try (PeerStore store = peer.open(directory)) {
      workload.report(new PeerSink(store));
      store.sync();
    }
  }
}
