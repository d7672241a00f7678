// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AdapterRefill;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.retention.RetentionPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.query.engine.EngineAncestors;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/** Tests a graph that is pruned while Bolt clients use it. */
class BoltPruningIT {
  private static final long DAY = 86_400_000_000_000L;

  @TempDir Path store;

  private Kernel open(String bolt) {
    Map<String, String> options = Map.of("bolt", bolt);
    return Kernel.open(
        KernelConfig.builder(store)
            .adapter(new AdapterConfig("neo4j", new Neo4jStorageAdapterFactory(), options))
            .build());
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "localhost:" + socket.getLocalPort();
    }
  }

  private static void record(Kernel kernel, int day) {
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    long process =
        sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cp"), day * DAY), day * DAY);
    long target = sink.objectAt(Bytes.of("/d" + day), ObjectKind.FILE, day * DAY);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, target, 10, day * DAY);
    sink.exit(process, 0, day * DAY);
    sink.awaitDurable(sink.flush());
  }

  private static boolean prune(Kernel kernel, int day) {
    RetentionPolicy policy =
        new RetentionPolicy(day * DAY, 0, List.of(), null, new EngineAncestors());
    return kernel.prune(new PruneRequest(null, policy, false, 0, 1, 0)).isDone();
  }

  private static BoltEndpoint bolt(Kernel kernel) {
    return ((CypherEngine) kernel.reader("neo4j")).bolt().orElseThrow();
  }

  private static String password(BoltEndpoint bolt) throws IOException {
    return Files.readString(bolt.passwordFile()).strip();
  }

  private static long processes(String uri, String password) {
    try (Driver driver = GraphDatabase.driver(uri, AuthTokens.basic("neo4j", password))) {
      return driver
          .executableQuery("MATCH (p:Process {command: '/bin/cp'}) RETURN count(p) AS all")
          .execute()
          .records()
          .get(0)
          .get("all")
          .asLong();
    }
  }

  @Test
  void acceptsClientsAfterTheGraphWasPruned() throws IOException {
    String address = freeAddress();
    String uri;
    String password;
    try (Kernel kernel = open(address)) {
      record(kernel, 1);
      record(kernel, 3);
      uri = bolt(kernel).uri();
      password = password(bolt(kernel));
      assertThat(processes(uri, password)).isEqualTo(2);

      assertThat(prune(kernel, 2)).isTrue();

      assertThat(bolt(kernel).uri()).isEqualTo(uri);
      assertThat(password(bolt(kernel))).isEqualTo(password);
      assertThat(processes(uri, password)).isEqualTo(1);
      record(kernel, 5);
      assertThat(prune(kernel, 4)).as("result of the second pruning").isTrue();
      assertThat(processes(uri, password)).isEqualTo(1);
    }
    try (Kernel kernel = open(address)) {
      assertThat(processes(bolt(kernel).uri(), password)).isEqualTo(1);
    }
  }

  @Test
  void keepsPasswordWhenGraphIsRebuilt() throws IOException {
    AdapterConfig graph =
        new AdapterConfig("neo4j", new Neo4jStorageAdapterFactory(), Map.of("bolt", "localhost:0"));
    KernelConfig both =
        KernelConfig.builder(store)
            .adapter(AdapterConfig.of(new RocksDbStorageAdapterFactory()))
            .adapter(graph)
            .build();
    String password;
    try (Kernel kernel = Kernel.open(both)) {
      record(kernel, 1);
      record(kernel, 3);
      password = password(bolt(kernel));
    }
    AdapterRefill.renew(store, graph);
    try (Kernel kernel = Kernel.open(both)) {
      kernel.drain();
      assertThat(password(bolt(kernel))).isEqualTo(password);
      assertThat(processes(bolt(kernel).uri(), password)).isEqualTo(2);
    }
  }

  @Test
  void keepsThePasswordWhenBoltIsOffMeanwhile() throws IOException {
    String password;
    try (Kernel kernel = open("localhost:0")) {
      record(kernel, 1);
      record(kernel, 3);
      password = password(bolt(kernel));
    }
    try (Kernel kernel = open("off")) {
      assertThat(prune(kernel, 2)).isTrue();
    }
    try (Kernel kernel = open("localhost:0")) {
      assertThat(processes(bolt(kernel).uri(), password)).isEqualTo(1);
    }
  }
}
