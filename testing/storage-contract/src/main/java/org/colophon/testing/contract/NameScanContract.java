// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the cost of reading a few names does not depend on the size of their directory. */
public abstract class NameScanContract {
  private static final int NAMES = 8_000;
  private static final int FEW = 40;

  @TempDir Path directory;

  /** Returns the engine under test. */
  protected abstract StorageAdapterFactory factory();

  /**
   * Returns the maximum cost of a few names as a fraction of the cost of all names. An engine may
   * read more names than requested, since it reads in blocks.
   */
  protected abstract double share();

  private static long allocated(LineageReader reader, String directory, int limit) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    int[] visited = new int[1];
    reader.pathsFrom(Bytes.of(directory), limit, (path, object) -> visited[0]++);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(visited[0]).isEqualTo(limit);
    return allocated;
  }

  @Test
  void stopsReadingAfterTheLastRequestedName() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.bind(0, NAMES + 1, "/small/a");
    for (int i = 0; i < NAMES; i++) {
      history.bind(0, i + 1, "/big/" + i);
    }
    try (StorageAdapter adapter = factory().create(StorageConfig.at(directory))) {
      adapter.open();
      adapter.append(history.build());
      adapter.flush();
      try (LineageReader reader = adapter.reader()) {
        allocated(reader, "/small/", 1); // warm-up of the first query
        // First, since a cache might hide the reads.
        long few = allocated(reader, "/big/", FEW);
        assertThat(few).isLessThan((long) (allocated(reader, "/big/", NAMES) * share()));
      }
    }
  }
}
