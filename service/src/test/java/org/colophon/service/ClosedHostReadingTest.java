// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a lineage over hosts whose stores a service has not opened. */
class ClosedHostReadingTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final StoreHost DB = new StoreHost("b".repeat(32), "db");
  private static final String SENT = "tcp://10.0.0.2:80/sent?from=10.0.0.1:5000";
  private static final String RECEIVED = "tcp://10.0.0.1:5000/received?from=10.0.0.2:80";

  @TempDir Path temp;

  private Path store;
  private Service service;

  @BeforeEach
  void recordReceiver() throws IOException {
    store = temp.resolve("store");
    kernel(store).close();
    record(DB, RECEIVED, "/f/out").close();
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private static Kernel kernel(Path directory) {
    return Kernel.open(
        KernelConfig.builder(directory)
            .adapter(new AdapterConfig("rocksdb", new RocksDbStorageAdapterFactory(), Map.of(), 1))
            .build());
  }

  /** Records a process that reads one object and writes another. Returns when it is durable. */
  private Kernel record(StoreHost host, String from, String to) throws IOException {
    Path directory = HostDirectory.of(store, host);
    host.write(directory);
    Kernel kernel = kernel(directory);
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    long process = sink.process(ProcessDeclaration.of(7, Bytes.of("/bin/pass"), 1), 1);
    sink.access(OperationKind.READ, Phase.WHOLE, process, object(sink, from), 1, 1);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, object(sink, to), 1, 1);
    kernel.awaitDurable(sink.flush());
    return kernel;
  }

  private static long object(OperationSink sink, String name) {
    return sink.objectAt(Bytes.of(name), ObjectKind.FILE, 1);
  }

  private String lineage() throws IOException {
    service =
        Service.start(ServiceConfig.of(store).withAdapters(List.of(AdapterSpec.of("rocksdb"))));
    return Caller.of(service.config().socket())
        .get("/v1/lineage?format=tree&all=true&target=/f/out&host=db")
        .text();
  }

  @Test
  void readsClosedStoreWithoutOpeningIt() throws IOException {
    record(WEB, "/f/in", SENT).close();
    assertThat(lineage()).contains("web:/f/in");
    StoreDirectory.lock(HostDirectory.of(store, WEB)).close();
    assertThatThrownBy(() -> StoreDirectory.lock(HostDirectory.of(store, DB)).close())
        .as("the store of the queried host")
        .hasMessageContaining("is being written");
  }

  /** A copy of a store in use is as after a crash: the adapter lacks the end of the journal. */
  @Test
  void opensStoreWhoseJournalIsAheadOfItsAdapter() throws IOException {
    Path directory = HostDirectory.of(store, WEB);
    Path closed = temp.resolve("closed");
    Path crashed = temp.resolve("crashed");
    try (Kernel kernel = record(WEB, "/f/in", SENT)) {
      ServiceProbe.copy(directory, crashed);
      assertThat(kernel.lastLsn()).isPositive();
    }
    Files.move(directory, closed);
    Files.move(crashed, directory);
    assertThat(lineage()).contains("web:/f/in");
    assertThatThrownBy(() -> StoreDirectory.lock(directory).close())
        .hasMessageContaining("is being written");
  }
}
