package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.colophon.core.host.StoreHost;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.principal.Principals;
import org.colophon.service.replication.ReplicationConfig;
import org.colophon.service.replication.SharedLogSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that ships its history to another one, without brokers. */
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

  private static Caller to(Service service) {
    return Caller.of(service.config().socket());
  }

  private void report() throws IOException {
    String lines =
        """
        {"op":"process","id":"p%1$d","executable":"/bin/make"}
        {"op":"read","process":"p%1$d","path":"/in"}
        {"op":"write","process":"p%1$d","path":"/out%1$d"}
        {"op":"exit","process":"p%1$d"}
        """
            .formatted(reported++);
    Caller.Reply reply = to(source).post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt(-1)).as(reply.text()).isZero();
  }

  private static JsonNode status(Service service) {
    try {
      return to(service).get("/v1/status").json();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private String answer(Service service, String host) throws IOException {
    Caller.Reply reply =
        to(service).get("/v1/lineage?direction=descendants&target=/in&all=true" + host);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.text();
  }

  private void assertSameAnswers() throws IOException {
    long wanted = status(source).path("durableLsn").asLong();
    await(() -> status(source).path("publish").path("shippedLsn").asLong() >= wanted);
    assertThat(answer(source, "")).contains("/out" + (reported - 1));
    assertThat(answer(hub, "&host=web")).isEqualTo(answer(source, ""));
  }

  @Test
  void otherServiceAnswersLikeTheSourceAlsoAfterItWasAway() throws IOException {
    report();
    assertSameAnswers();
    hub.stop();
    report();
    await(() -> status(source).path("warnings").toString().contains("not publishing"));
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
    await(
        () ->
            status(source)
                .path("warnings")
                .toString()
                .contains("may not report for host " + WEB.id()));
  }

  @Test
  void namesSecondStoreOfOneMachineId() throws IOException {
    report();
    assertSameAnswers();
    source.stop();
    WEB.write(temp.resolve("clone"));
    source = Service.start(publishing("clone"));
    report();
    await(() -> status(source).path("warnings").toString().contains("two machines"));
  }

  @Test
  void refusesBodyThatIsNoHistory() throws IOException {
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
