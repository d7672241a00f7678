package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.storage.jdbc.JdbcStorageAdapterFactory;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that explanations do not depend on the order in which an adapter visits rows. */
class SameChainTest {
  @TempDir Path directory;

  static Stream<StorageAdapterFactory> factories() {
    return Stream.of(
        new MemoryStorageAdapterFactory(),
        new RocksDbStorageAdapterFactory(),
        new JdbcStorageAdapterFactory());
  }

  @ParameterizedTest
  @MethodSource("factories")
  void explainsByDataOnEveryAdapterWhenNamesAndAttributesChangeLater(
      StorageAdapterFactory factory) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/a").file(2, "/b").process(1, "/bin/p");
    history.access(OperationKind.READ, 1, 1, 1).access(OperationKind.WRITE, 1, 2, 1);
    history.access(OperationKind.RENAME, 1, 2, 0).bind(1, 2, "/c");
    history.access(OperationKind.METADATA, 1, 2, 0);
    try (StorageAdapter adapter = factory.create(StorageConfig.at(directory.resolve("store")))) {
      adapter.open();
      adapter.append(history.build());
      adapter.flush();
      LineageQuery query = LineageQuery.builder().root(Root.object(2)).includeNames(true).build();

      assertThat(new LineageEngine(adapter.reader()).why(query, List.of(Root.object(1))).hops())
          .extracting(hop -> hop.edge().kind() + " " + hop.cause().target())
          .containsExactly(EdgeKind.WRITE + " process:1", EdgeKind.READ + " object:1");
    }
  }
}
