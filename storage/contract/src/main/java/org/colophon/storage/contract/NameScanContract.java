package org.colophon.storage.contract;

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

/** A few of the names in a large folder cost what a few cost. */
public abstract class NameScanContract {
  private static final int NAMES = 20_000;
  private static final int FEW = 100;

  @TempDir Path folder;

  /** The engine under test. */
  protected abstract StorageAdapterFactory factory();

  /** A few names may cost this part of what all of them do: engines read ahead in pieces. */
  protected abstract double share();

  private static long allocated(LineageReader reader, int limit) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    int[] visited = new int[1];
    reader.pathsFrom(Bytes.of("/big/"), limit, (path, object) -> visited[0]++);
    assertThat(visited[0]).isEqualTo(Math.min(limit, NAMES));
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void shouldNotReadOnBehindTheLastNameThatIsAskedFor() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 0; i < NAMES; i++) {
      history.bind(0, i + 1, "/big/" + i);
    }
    try (StorageAdapter adapter = factory().create(StorageConfig.at(folder))) {
      adapter.open();
      adapter.append(history.build());
      adapter.flush();
      try (LineageReader reader = adapter.reader()) {
        allocated(reader, 1); // what the first question alone costs
        long all = allocated(reader, NAMES);
        assertThat(allocated(reader, FEW)).isLessThan((long) (all * share()));
      }
    }
  }
}
