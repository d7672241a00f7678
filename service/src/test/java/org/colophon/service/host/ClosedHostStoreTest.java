// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.feed.FeedOrigin;
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
import org.colophon.history.certified.LogCopy;
import org.colophon.query.across.HostPart;
import org.colophon.query.across.LocalParts;
import org.colophon.query.across.PartRequest;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.HostRoutes.HostRequest;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which closed stores are opened for a lineage that reaches a connection. */
class ClosedHostStoreTest {
  private static final StoreHost OWN = new StoreHost("b".repeat(32), "own");
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final StoreHost DB = new StoreHost("d".repeat(32), "db");

  @TempDir Path store;

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> opened = new ArrayList<>();
  private Kernel main;
  private Kernel last;
  private HostStores hosts;

  @BeforeEach
  void start() {
    main = kernel(store);
    hosts =
        new HostStores(
            store,
            OWN,
            this::open,
            new StoreCapacity(16),
            nanos::get,
            host -> true,
            host -> false,
            host -> false,
            RemoteHosts.NONE,
            Map.of("data", Map.of("web", "/mnt/data")));
  }

  @AfterEach
  void close() {
    hosts.close();
    main.close();
  }

  private static Kernel kernel(Path directory) {
    return Kernel.open(
        KernelConfig.builder(directory)
            .adapter(new AdapterConfig("rocksdb", new RocksDbStorageAdapterFactory(), Map.of(), 1))
            .build());
  }

  private HostStore open(Path directory, FeedOrigin origin) {
    opened.add(StoreHost.of(directory).orElseThrow().name());
    Kernel kernel = kernel(directory);
    last = kernel;
    return new HostStore(
        kernel, List.of(), "rocksdb", () -> {}, new LogCopy(directory, kernel), () -> {});
  }

  /** Records that a process of a host writes to objects with these names. Closes its store. */
  @SuppressWarnings("try") // the lease is only held open
  private void write(StoreHost host, String... names) {
    HostRequest request = new HostRequest(host.id(), host.name(), "boot", 0, true, false);
    try (HostRoutes.Lease lease = hosts.open(request).orElseThrow()) {
      OperationSink sink = last.newSink("test", SinkOptions.DEFAULT);
      long process = sink.process(ProcessDeclaration.of(7, Bytes.of("/bin/send"), 1), 1);
      for (String name : names) {
        long object = sink.objectAt(Bytes.of(name), ObjectKind.SOCKET, 1);
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 1, 1);
      }
      sink.flush();
    }
    closeIdle();
  }

  private void closeIdle() {
    nanos.addAndGet(HostStores.IDLE.toNanos());
    hosts.closeIdle();
    assertThat(hosts.stores()).isEmpty();
    opened.clear();
  }

  /** Returns the parts of all hosts for data that the host own received. */
  private List<HostPart> ancestors(String name, boolean asksSenders) {
    LineageQuery query =
        LineageQuery.builder().root(Root.object(1)).direction(Direction.ANCESTORS).build();
    PartRequest.End end = new PartRequest.End("elsewhere", Bytes.of(name), 0, null);
    try (var readers = hosts.readers(main, "rocksdb", Set.of(OWN.id()))) {
      return new LocalParts(readers, null)
          .answer(new PartRequest(query, null, 0, List.of(), List.of(end), asksSenders));
    }
  }

  @Test
  void opensOnlyTheHostThatHasThePeersAddress() {
    write(WEB, "tcp://10.0.0.9:80/sent?from=10.0.0.1:5000");
    write(DB, "tcp://10.0.0.9:80/sent?from=10.0.0.2:5000");
    assertThat(ancestors("tcp://10.0.0.1:5000/received?from=10.0.0.9:80", false)).hasSize(1);
    assertThat(opened).containsExactly("web");
  }

  @Test
  void opensNoHostForAnAddressThatNoneHas() {
    write(WEB, "tcp://10.0.0.9:80/sent?from=10.0.0.1:5000");
    assertThat(ancestors("tcp://8.8.8.8:53/received?from=10.0.0.9:80", false)).isEmpty();
    assertThat(ancestors("tcp://8.8.8.8:53/received?from=10.0.0.9:80", true)).isEmpty();
    assertThat(ancestors("shared://other/file", false)).isEmpty();
    assertThat(opened).isEmpty();
  }

  @Test
  void opensTheSenderWithoutMatchingConnection() {
    write(WEB, "tcp://10.0.0.9:80/sent?from=10.0.0.1:5000");
    assertThat(ancestors("tcp://10.0.0.1:6000/received?from=10.0.0.9:80", true)).hasSize(1);
    assertThat(opened).containsExactly("web");
  }

  @Test
  void opensHostsWhoseOwnAddressIsUnknown() {
    write(WEB, "tcp://10.0.0.9:80/sent");
    assertThat(ancestors("tcp://10.0.0.1:5000/received?from=10.0.0.9:80", false)).hasSize(1);
    assertThat(opened).containsExactly("web");
  }

  @Test
  void opensTheHostThatSharesTheDirectory() {
    write(WEB, "/mnt/data/file");
    write(DB, "/mnt/data/file");
    assertThat(ancestors("shared://data/file", false)).hasSize(1);
    assertThat(opened).containsExactly("web");
  }

  @Test
  void readsTheAddressesAgainAfterEachUse() {
    write(WEB, "tcp://10.0.0.9:80/sent?from=10.0.0.1:5000");
    write(WEB, "tcp://10.0.0.9:80/sent?from=10.0.0.3:5000");
    assertThat(ancestors("tcp://10.0.0.3:5000/received?from=10.0.0.9:80", false)).hasSize(1);
    assertThat(opened).containsExactly("web");
  }

  @Test
  void answersFromMoreHostsThanFitIntoMemory() {
    int count = 2 * 16 / StoreCapacity.RECORDER + 1;
    for (int i = 0; i < count; i++) {
      StoreHost host = new StoreHost("%032x".formatted(0xc000 + i), "host" + i);
      write(host, "udp://10.0.0.9:80/sent?from=10.0.0.1:5000");
    }
    assertThat(ancestors("udp://10.0.0.1:5000/received?from=10.0.0.9:80", false)).hasSize(count);
    assertThat(opened).hasSize(count);
    assertThat(hosts.stores()).hasSize(16 / StoreCapacity.RECORDER);
  }

  @Test
  void refusesOneMoreStoreWhileAllAreInUse() {
    List<HostRoutes.Lease> used = new ArrayList<>();
    try {
      for (int i = 0; i < 16 / StoreCapacity.RECORDER; i++) {
        used.add(open("host" + i, 0xc000 + i));
      }
      assertThatThrownBy(() -> open("another", 0xd000))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("requests use the stores of 4 hosts", "COLOPHON_HEAP");
      used.remove(0).close();
      used.add(open("another", 0xd000));
      assertThat(hosts.stores()).hasSize(16 / StoreCapacity.RECORDER);
    } finally {
      used.forEach(HostRoutes.Lease::close);
    }
  }

  private HostRoutes.Lease open(String name, int id) {
    String machine = "%032x".formatted(id);
    return hosts.open(new HostRequest(machine, name, "boot", 0, true, false)).orElseThrow();
  }
}
