// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.host.StoreHost;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares lineage across hosts whose clocks differ with the known operations of random pipelines.
 * Measures precision and recall. An address may be reused for another connection after some
 * seconds.
 */
@Timeout(120)
class HostLineagePrecisionTest {
  private static final long START_NANOS = 1_790_000_000_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final int EXCHANGES = 150;
  private static final long[] SKEW_MILLIS = {0, 1000, -1000};

  @TempDir Path temp;

  private final Random random = new Random(3);
  private final List<StoreHost> hosts =
      List.of(
          new StoreHost("a".repeat(32), "web"),
          new StoreHost("b".repeat(32), "db"),
          new StoreHost("c".repeat(32), "log"));
  private final List<StringBuilder> reports =
      List.of(new StringBuilder(), new StringBuilder(), new StringBuilder());

  /** Source files of each output, with their hosts. */
  private final Map<String, Set<String>> truth = new HashMap<>();

  private final List<List<String>> outputs =
      List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  private final List<Connection> connections = new ArrayList<>();
  private int processes;

  /** A connection and the content sent through it. */
  private static final class Connection {
    private final int from;
    private final int to;
    private final int port;
    private final Set<String> content = new TreeSet<>();
    private long usedMillis;

    Connection(int from, int to, int port) {
      this.from = from;
      this.to = to;
      this.port = port;
    }

    String sent() {
      return "tcp://10.0.0.%d:80/sent?from=10.0.0.%d:%d".formatted(to, from, port);
    }

    String received() {
      return "tcp://10.0.0.%d:%d/received?from=10.0.0.%d:80".formatted(from, port, to);
    }
  }

  private void pass(int host, String from, String to, long millis) {
    long nanos = START_NANOS + (millis + SKEW_MILLIS[host]) * MILLI;
    reports
        .get(host)
        .append(
            """
            {"op":"process","id":"p%1$d","executable":"/bin/pass","time":%2$d}
            {"op":"read","process":"p%1$d","path":"%3$s","time":%2$d}
            {"op":"write","process":"p%1$d","path":"%4$s","time":%2$d}
            {"op":"exit","process":"p%1$d","time":%2$d}
            """
                .formatted(processes++, nanos, from, to));
  }

  private Connection connection(int from, int to, long millis) {
    List<Connection> known =
        connections.stream()
            .filter(each -> each.from == from && each.to == to)
            .filter(each -> each.usedMillis < millis - 5000)
            .toList();
    if (!known.isEmpty() && random.nextInt(4) == 0) {
      return known.get(random.nextInt(known.size()));
    }
    Connection made = new Connection(from, to, 5000 + connections.size());
    connections.add(made);
    return made;
  }

  /**
   * Reports a program that sends a file, and a program on the other host that writes the received
   * content.
   */
  private void exchange(int number, long millis) {
    int from = random.nextInt(hosts.size());
    int to = (from + 1 + random.nextInt(hosts.size() - 1)) % hosts.size();
    List<String> there = outputs.get(from);
    boolean isNew = there.isEmpty() || random.nextInt(3) == 0;
    String source = isNew ? "/f/in" + number : there.get(random.nextInt(there.size()));
    String sourceKey = hosts.get(from).name() + ":" + source;
    Connection used = connection(from, to, millis);
    pass(from, source, used.sent(), millis);
    used.content.add(sourceKey);
    used.content.addAll(truth.getOrDefault(sourceKey, Set.of()));
    used.usedMillis = millis;

    String output = "/f/out" + number;
    pass(to, used.received(), output, millis + 20);
    outputs.get(to).add(output);
    truth.put(hosts.get(to).name() + ":" + output, new TreeSet<>(used.content));
  }

  private static Set<String> files(JsonNode lineage, String ownHost) {
    Set<String> found = new HashSet<>();
    for (JsonNode node : lineage.path("nodes")) {
      String name = node.path("name").asText();
      if (name.startsWith("/f/")) {
        found.add(node.path("host").asText(ownHost) + ":" + name);
      }
    }
    return found;
  }

  @Test
  void findsFlowsOfRandomPipelinesDespiteSkew() throws IOException {
    for (int i = 0; i < EXCHANGES; i++) {
      exchange(i, i * 400L);
    }
    Service service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"))));
    try {
      Caller caller = Caller.of(service.config().socket());
      for (int i = 0; i < hosts.size(); i++) {
        Caller.Reply reply =
            caller
                .with("Colophon-Host", hosts.get(i).id())
                .with("Colophon-Host-Name", hosts.get(i).name())
                .post("/v1/operations", reports.get(i).toString());
        assertThat(reply.json().path("refused").asInt(-1)).as(reply.text()).isZero();
      }
      assertPrecisionAndRecall(caller);
    } finally {
      service.stop();
    }
  }

  private void assertPrecisionAndRecall(Caller caller) throws IOException {
    int right = 0;
    int found = 0;
    int wanted = 0;
    for (Map.Entry<String, Set<String>> each : truth.entrySet()) {
      String[] parts = each.getKey().split(":", 2);
      Set<String> answer =
          files(
              caller
                  .get("/v1/lineage?all=true&depth=1000&target=" + parts[1] + "&host=" + parts[0])
                  .json(),
              parts[0]);
      answer.remove(each.getKey());
      found += answer.size();
      wanted += each.getValue().size();
      answer.retainAll(each.getValue());
      right += answer.size();
    }
    assertThat(wanted).as("pipelines of several steps").isGreaterThan(2 * EXCHANGES);
    assertThat((double) right / wanted).as("recall").isGreaterThanOrEqualTo(0.99);
    assertThat((double) right / found).as("precision").isGreaterThanOrEqualTo(0.99);
  }
}
