// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.service.ServiceProbe.await;
import static org.colophon.service.ServiceProbe.reportRun;
import static org.colophon.service.ServiceProbe.runs;
import static org.colophon.service.ServiceProbe.status;
import static org.colophon.service.ServiceProbe.to;
import static org.colophon.service.ServiceProbe.warns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.host.StoreHost;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.colophon.service.principal.Principals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service that ships its history to another service without brokers. */
@Timeout(60)
class PushedHistoryTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");

  @TempDir Path temp;

  private int port;
  private Service hub;
  private Service source;
  private int reported;

  @BeforeEach
  void start() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    startHub();
    allow(WEB.id());
    WEB.write(temp.resolve("web"));
    source = Service.start(publishing("web"));
  }

  private void startHub() {
    hub =
        Service.start(
            config("hub")
                .withListen(
                    new ListenConfig(
                        Optional.empty(),
                        Optional.of(TcpConfig.loopback(port)),
                        Optional.empty())));
  }

  private void allow(String host) throws IOException {
    String token =
        new Principals(temp.resolve("hub"))
            .add("p" + host.charAt(0), null, List.of("report"), List.of(host), List.of("*"));
    Files.writeString(temp.resolve("token"), token);
  }

  private ServiceConfig config(String name) {
    return ServiceConfig.of(temp.resolve(name)).withAdapters(List.of(AdapterSpec.of("rocksdb")));
  }

  private ServiceConfig publishing(String name) {
    return config(name)
        .withReplication(
            ReplicationConfig.NONE.publishing(
                new SharedLogSpec(
                    "service",
                    Map.of(
                        "url",
                        "http://127.0.0.1:" + port,
                        "token",
                        temp.resolve("token").toString()))));
  }

  @AfterEach
  void stop() {
    source.stop();
    hub.stop();
  }

  private void assertSameAnswers() throws IOException {
    long wanted = status(source).path("durableLsn").asLong();
    await(() -> status(source).path("publish").path("shippedLsn").asLong() >= wanted);
    assertThat(runs(source, "")).contains("/out" + (reported - 1));
    assertThat(runs(hub, "&host=web")).isEqualTo(runs(source, ""));
  }

  private void report() throws IOException {
    reportRun(source, reported++);
  }

  @Test
  void otherServiceAnswersLikeTheSourceAfterDowntime() throws IOException {
    report();
    assertSameAnswers();
    hub.stop();
    report();
    await(() -> warns(source, "not publishing"));
    report();
    startHub();
    assertSameAnswers();
    source.stop();
    source = Service.start(publishing("web"));
    report();
    assertSameAnswers();
  }

  @Test
  void refusesHostThatThePrincipalMayNotReport() throws IOException {
    allow("b".repeat(32));
    source.stop();
    source = Service.start(publishing("web"));
    report();
    await(() -> warns(source, "may not report for host " + WEB.id()));
  }

  @Test
  void reportsSecondStoreOfTheSameMachineId() throws IOException {
    report();
    assertSameAnswers();
    source.stop();
    WEB.write(temp.resolve("clone"));
    source = Service.start(publishing("clone"));
    report();
    await(() -> warns(source, "two machines"));
  }

  /** The frames of both copies have equal LSNs, so that only the generation reveals the copy. */
  @Test
  void refusesCopyOfTheSourceThatHasAnotherHistory() throws IOException {
    report();
    assertSameAnswers();
    source.stop();
    ServiceProbe.copy(temp.resolve("web"), temp.resolve("copy"));
    source = Service.start(publishing("web"));
    report();
    assertSameAnswers();
    String before = runs(hub, "&host=web");
    source.stop();

    source = Service.start(publishing("copy"));
    report();
    report();
    await(() -> warns(source, "another copy of the store"));
    assertThat(runs(hub, "&host=web")).isEqualTo(before);
  }

  @Test
  void acceptsCopyOfTheSourceThatContinuesTheHistory() throws IOException {
    report();
    assertSameAnswers();
    source.stop();
    ServiceProbe.copy(temp.resolve("web"), temp.resolve("copy"));
    source = Service.start(publishing("copy"));
    report();
    assertSameAnswers();
  }

  @Test
  void refusesBodyThatIsNotAHistory() throws IOException {
    Caller.Reply reply =
        to(hub)
            .with("Colophon-Host", "b".repeat(32))
            .post("/v1/frames?store=0123456789abcdef", "x".repeat(100));
    assertThat(reply.text()).contains("damaged");
    assertThat(to(hub).post("/v1/frames?store=1", "").status()).isEqualTo(400);
    assertThat(
            new String(
                to(hub)
                    .with("Colophon-Host", "b".repeat(32))
                    .post("/v1/frames?store=x", "")
                    .bytes(),
                StandardCharsets.UTF_8))
        .contains("16 hexadecimal digits");
  }
}
