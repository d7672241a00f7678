// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.host.StoreHost;
import org.colophon.service.Service;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.NodesConfig;
import org.colophon.service.config.history.ReplicationConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares a lineage at a single node with a lineage of the same size over four nodes. */
@Command(
    name = "nodes",
    description = "A lineage at one node, and one of the same size over four nodes.")
public final class NodesScenario extends Scenario {
  @Option(names = "--nodes", description = "Nodes in a lineage.")
  private int nodes = 10_000;

  @Option(names = "--rounds", description = "Measured questions.")
  private int rounds = 20;

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("cluster-nodes")
            .setting("nodes", nodes)
            .subject(round -> measure(directory().resolve("over1"), 1))
            .subject(round -> measure(directory().resolve("over4"), 4)));
  }

  private List<Figures> measure(Path stores, int count) throws IOException {
    Path token = Files.createDirectories(stores).resolve("token");
    Files.writeString(token, "0123456789abcdef0123456789abcdef\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ports.add(ReportedFiles.freePort());
    }
    List<Service> services = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        Path store = stores.resolve("store" + i);
        new StoreHost(String.valueOf(i).repeat(32), "host" + i).write(store);
        services.add(Service.start(config(store, ports, i, token)));
        report(services.get(i), i, count);
      }
      return measureQuery(services.get(count - 1), count);
    } finally {
      services.forEach(Service::stop);
    }
  }

  private static ServiceConfig config(Path store, List<Integer> ports, int number, Path token) {
    NodesConfig others =
        new NodesConfig(
            ports.stream().map(port -> "http://127.0.0.1:" + port).toList(),
            token,
            Optional.empty());
    return ServiceConfig.of(store)
        .withListen(
            new ListenConfig(
                Optional.empty(),
                Optional.of(TcpConfig.loopback(ports.get(number))),
                Optional.of(token)))
        .withReplication(ReplicationConfig.NONE.asking(others));
  }

  /**
   * Reports a chain on each host. It leads from a connection with the previous host to a connection
   * with the next.
   */
  private void report(Service service, int number, int count) {
    String first =
        number == 0
            ? "/first"
            : "tcp://10.0.0.%d:99/received?from=10.0.0.%d:80".formatted(number - 1, number);
    String last =
        number == count - 1
            ? "/last"
            : "tcp://10.0.0.%d:80/sent?from=10.0.0.%d:99".formatted(number + 1, number);
    int steps = nodes / count / 2;
    ServiceRequest request =
        ServiceRequest.post("/v1/operations")
            .body("application/x-ndjson", out -> ReportedFiles.chain(first, steps, last, out))
            .build();
    try (ServiceConnection connection = connect(service);
        ServiceResponse answer = connection.exchange(request)) {
      String text = answer.text();
      if (!text.contains("\"refused\" : 0")) {
        throw new IllegalStateException(text);
      }
    }
  }

  private static ServiceConnection connect(Service service) {
    return ServiceConnection.at(service.config().socket()).build();
  }

  private List<Figures> measureQuery(Service service, int count) {
    ServiceRequest request =
        ServiceRequest.get("/v1/lineage")
            .parameter("target", "/last")
            .parameter("all", true)
            .parameter("depth", 1_000_000)
            .build();
    double[] millis = new double[rounds];
    int found = 0;
    try (ServiceConnection connection = connect(service)) {
      for (int i = -rounds; i < rounds; i++) {
        long begin = System.nanoTime();
        String text;
        try (ServiceResponse answer = connection.exchange(request)) {
          text = answer.text();
        }
        if (i >= 0) {
          millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        found = text.split("\"boundLsn\"", -1).length - 1;
      }
    }
    Arrays.sort(millis);
    return Figures.of("what", count == 1 ? "one node" : count + " nodes")
        .and("things found", found)
        .and("median ms", millis[rounds / 2])
        .and("longest ms", millis[rounds - 1])
        .row();
  }
}
