// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.result.Figures;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class UpdatesScenarioTest {
  @TempDir private Path directory;

  @Test
  void waitsForDurableAndSignedUpdatesOverDelayedConnections() throws Exception {
    UpdatesScenario scenario =
        CommandLine.populateCommand(
            new UpdatesScenario(),
            "--sizes=4096,2097152",
            "--delays=30",
            "--clients=3",
            "--updates=1",
            "--single-updates=2",
            "--rounds=1");
    scenario.prepare(directory);
    try {
      List<Figures> runs = scenario.experiments().get(0).measure(text -> {});
      assertThat(runs)
          .extracting(run -> run.get("clients") + ": " + run.get("updates"))
          .containsExactlyInAnyOrder(
              "1: 2",
              "2, one update at a time: 2",
              "3: 3",
              "1: 2",
              "2, one update at a time: 2",
              "3: 3");
      assertThat(runs)
          .allSatisfy(
              run -> {
                assertThat(run.number("durable ms")).isGreaterThan(60);
                assertThat(run.number("signed ms")).isGreaterThan(run.number("durable ms"));
              });
      scenario.check();
    } finally {
      scenario.cleanUp();
    }
  }

  @Test
  void rejectsRefusedUpdate() {
    assertThatThrownBy(
            () ->
                UpdateClients.acknowledgedLsn("{\"accepted\": 0, \"refused\": 1, \"lastLsn\": 7}"))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("did not accept");
  }

  @Test
  void closesConnectionWhenServiceIsAbsent() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (DelayRelay relay = new DelayRelay(port, 0);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
      assertThat(client.getInputStream().read()).isNegative();
    }
  }
}
