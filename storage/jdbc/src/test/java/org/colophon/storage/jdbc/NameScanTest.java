package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few of the names in a large folder cost what a few cost. */
class NameScanTest {
  private static final int NAMES = 20_000;

  /** More than are read at once. */
  private static final int OFTEN = 5_000;

  @TempDir Path folder;

  private static long allocated(LineageReader reader, int limit) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    int[] visited = new int[1];
    reader.pathsFrom(Bytes.of("/big/"), limit, (path, object) -> visited[0]++);
    assertThat(visited[0]).isEqualTo(Math.min(limit, NAMES));
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void shouldReadOnBehindNamesThatWereBoundVeryOften() {
    StorageAdapter adapter = new JdbcStorageAdapterFactory().create(StorageConfig.at(folder));
    adapter.open();
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.bind(0, 1, "/a").bind(0, 2, "/c");
    for (int i = 1; i <= OFTEN; i++) {
      history.bind(0, i, "/b");
    }
    adapter.append(history.build());
    adapter.flush();
    LineageReader reader = adapter.reader();
    for (int limit = 1; limit <= 3; limit++) {
      List<String> found = new ArrayList<>();
      reader.pathsFrom(Bytes.of("/"), limit, (path, object) -> found.add(path + "=" + object));
      assertThat(found).isEqualTo(List.of("/a=1", "/b=" + OFTEN, "/c=2").subList(0, limit));
    }
    reader.close();
    adapter.close();
  }

  @Test
  void shouldNotReadOnBehindTheLastNameThatIsAskedFor() {
    StorageAdapter adapter = new JdbcStorageAdapterFactory().create(StorageConfig.at(folder));
    adapter.open();
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 0; i < NAMES; i++) {
      history.bind(0, i + 1, "/big/" + i);
    }
    adapter.append(history.build());
    adapter.flush();
    LineageReader reader = adapter.reader();
    allocated(reader, 1);
    assertThat(allocated(reader, 100)).isLessThan(allocated(reader, NAMES) / 5);
    reader.close();
    adapter.close();
  }
}
