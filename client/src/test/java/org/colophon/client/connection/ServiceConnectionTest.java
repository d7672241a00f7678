// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.client.protocol.TrustedUsers;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
@Tag("jdk")
class ServiceConnectionTest {
  private static final ServiceRequest STATUS = ServiceRequest.get("/v1/status").build();
  private static final String HEAD = "HTTP/1.1 200 OK\r\n";
  private static final String OK = HEAD + "Content-Length: 2\r\n\r\nok";

  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir Path directory;

  private ScriptedService service(String... answers) throws IOException {
    return new ScriptedService(directory, answers);
  }

  private static ServiceConnection to(ScriptedService service) {
    return ServiceConnection.at(service.socket()).build();
  }

  private static String text(ServiceConnection connection, ServiceRequest request) {
    try (ServiceResponse response = connection.exchange(request)) {
      return response.text();
    }
  }

  @Test
  void reusesConnectionAfterCompleteAnswers() throws Exception {
    String chunked =
        HEAD + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n";
    try (ScriptedService service = service(OK, chunked, HEAD + "content-length:0\r\n\r\n", OK);
        ServiceConnection connection = to(service)) {
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      assertThat(text(connection, STATUS)).isEqualTo("abcde");
      assertThat(text(connection, STATUS)).isEmpty();
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      assertThat(service.connections()).isEqualTo(1);
    }
  }

  @Test
  void retriesWhileServiceIsOverloaded() throws Exception {
    String busy =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 21\r\n\r\n{\"code\":\"OVERLOADED\"}";
    try (ScriptedService service = service(busy, OK);
        ServiceConnection connection = to(service);
        ServiceResponse response = connection.exchangePatiently(STATUS)) {
      assertThat(response.text()).isEqualTo("ok");
      assertThat(service.requests()).hasSize(2);
    }
  }

  @Test
  void reconnectsAfterCloseOrUnreadAnswer() throws Exception {
    try (ScriptedService service = service(OK + ScriptedService.CLOSE, OK, OK);
        ServiceConnection connection = to(service)) {
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      connection.exchange(STATUS).close();
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      assertThat(service.connections()).isEqualTo(3);
    }
  }

  @Test
  void encodesParametersAndBodies() throws Exception {
    ServiceRequest asked =
        ServiceRequest.get("/v1/lineage")
            .parameter("target", "/a b&c=ü\n")
            .parameter("depth", 3)
            .parameter("as-of", null)
            .build();
    ServiceRequest told =
        ServiceRequest.post("/v1/snapshots")
            .body("application/json", "{}".getBytes(StandardCharsets.UTF_8))
            .build();
    ServiceRequest streamed =
        ServiceRequest.post("/v1/operations")
            .body(
                "application/x-ndjson",
                out -> {
                  out.write("one\n".getBytes(StandardCharsets.UTF_8));
                  out.write(new byte[0]);
                  out.flush();
                  out.write('2');
                })
            .build();
    try (ScriptedService service = service(OK, OK, OK);
        ServiceConnection connection =
            ServiceConnection.at(service.socket()).token("secret\n").build()) {
      text(connection, asked);
      text(connection, told);
      text(connection, streamed);
      assertThat(service.requests().get(0))
          .isEqualTo(
              "GET /v1/lineage?target=%2Fa%20b%26c%3D%C3%BC%0A&depth=3 HTTP/1.1\r\n"
                  + "Host: localhost\r\nAuthorization: Bearer secret\r\n\r\n");
      assertThat(service.requests().get(1))
          .startsWith("POST /v1/snapshots HTTP/1.1\r\n")
          .contains("Content-Type: application/json\r\nContent-Length: 2\r\n")
          .endsWith("\r\n\r\n{}");
      assertThat(service.requests().get(2)).endsWith("\r\n\r\n4\r\none\n\r\n1\r\n2\r\n0\r\n\r\n");
    }
  }

  @Test
  void readsFoundAndRemarks() throws Exception {
    String answer =
        HEAD
            + "Colophon-Found: false\r\nColophon-Remark: 100%25%20sure\r\n"
            + "colophon-remark: %C3%BC%0A\r\nContent-Length: 0\r\n\r\n";
    try (ScriptedService service = service(answer);
        ServiceConnection connection = to(service);
        ServiceResponse response = connection.exchange(STATUS)) {
      assertThat(response.isFound()).isFalse();
      assertThat(response.remarks()).containsExactly("100% sure", "ü\n");
    }
  }

  @Test
  void throwsExceptionWhenServiceRefuses() throws Exception {
    String problem =
        "{\"type\":\"x\",\"lines\":[{\"code\":1}],\"code\":\"LIMIT_REACHED\",\"detail\":\"too long\"}";
    String refusal =
        "HTTP/1.1 422 Too Much\r\nContent-Length: " + problem.length() + "\r\n\r\n" + problem;
    String foreign = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nwhat";
    try (ScriptedService service = service(refusal, foreign, OK);
        ServiceConnection connection = to(service)) {
      assertThatThrownBy(() -> connection.exchange(STATUS))
          .hasMessage("too long")
          .asInstanceOf(InstanceOfAssertFactories.type(ServiceRefusalException.class))
          .satisfies(
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED);
                assertThat(e.status()).isEqualTo(422);
                assertThat(e.body()).isEqualTo(problem);
              });
      assertThatThrownBy(() -> connection.exchange(STATUS))
          .hasMessageContaining("404")
          .asInstanceOf(InstanceOfAssertFactories.type(ColophonException.class))
          .extracting(ColophonException::code)
          .isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      assertThat(service.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\n\r\nabc",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nabc",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n",
        "Content-Length: many\r\n\r\nabc",
        "Content-Length: 3\r\n",
        "no header\r\n\r\n"
      })
  void failsOnPartialAnswer(String answer) throws Exception {
    try (ScriptedService service = service(HEAD + answer + ScriptedService.CLOSE);
        ServiceConnection connection = to(service)) {
      assertThatThrownBy(() -> text(connection, STATUS))
          .asInstanceOf(InstanceOfAssertFactories.type(ColophonException.class))
          .extracting(ColophonException::code)
          .isEqualTo(ErrorCode.IO_FAILED);
    }
  }

  @Test
  void doesNotRepeatRequestThatChangesSomething() throws Exception {
    ServiceRequest change = ServiceRequest.post("/v1/snapshots").build();
    try (ScriptedService service = service(OK, ScriptedService.CLOSE, OK);
        ServiceConnection connection = to(service)) {
      text(connection, STATUS);
      assertThatThrownBy(() -> connection.exchange(change))
          .hasMessageContaining("without an answer");
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      assertThat(service.requests()).hasSize(3);
    }
  }

  @Test
  void repeatsReadingRequestWhenIdleConnectionWasClosed() throws Exception {
    try (ScriptedService service = service(OK, ScriptedService.CLOSE, OK);
        ServiceConnection connection = to(service)) {
      text(connection, STATUS);
      assertThat(text(connection, STATUS)).isEqualTo("ok");
      assertThat(service.requests()).hasSize(3);
    }
  }

  @Test
  void failsWhenServiceIsSilent() throws Exception {
    try (ScriptedService service = service();
        ServiceConnection connection =
            ServiceConnection.at(service.socket()).timeout(Duration.ofMillis(50)).build()) {
      assertThatThrownBy(() -> connection.exchange(STATUS))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("did not answer for 0.05 s");
    }
  }

  @Test
  void endsWaitWhenAnotherThreadCloses() throws Exception {
    try (ScriptedService service = service()) {
      ServiceConnection connection = to(service);
      Thread closer =
          new Thread(
              () -> {
                while (service.requests().isEmpty()) {
                  LockSupport.parkNanos(1_000_000);
                }
                connection.close();
              });
      closer.start();
      assertThatThrownBy(() -> connection.exchange(STATUS))
          .hasFieldOrPropertyWithValue("code", ErrorCode.IO_FAILED);
      closer.join();
      assertThatThrownBy(() -> connection.exchange(STATUS)).hasMessageContaining("is closed");
    }
  }

  @Test
  void readsEvents() throws Exception {
    String events =
        HEAD
            + "Content-Type: text/event-stream\r\n\r\n: hello\n\nevent: counters\ndata: {\"a\":1}\n\n"
            + "data: x\ndata: y\r\n\r\n"
            + ScriptedService.CLOSE;
    try (ScriptedService service = service(events);
        ServiceConnection connection = to(service);
        ServiceResponse response = connection.exchange(STATUS)) {
      ServiceEvents stream = response.events();
      assertThat(stream.next()).isEqualTo(new ServiceEvent("counters", "{\"a\":1}"));
      assertThat(stream.next()).isEqualTo(new ServiceEvent("message", "x\ny"));
      assertThat(stream.next()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"PT1M, PT2M", "PT10M, PT10M10S", "P36500D, PT596H31M23.647S"})
  void waitsAsLongAsTheRequestTimeOfTheService(Duration requestTime, Duration patience) {
    new ServiceAddress(directory.resolve("none"), 0, 1, requestTime).write(directory);
    assertThat(ServiceAddress.of(directory).map(ServiceAddress::patience)).contains(patience);
  }

  @Test
  void readsAddressWithoutRequestTime() throws Exception {
    Files.writeString(directory.resolve("service.json"), "{\"socket\":\"/s\",\"pid\":7}");
    assertThat(ServiceAddress.of(directory))
        .contains(new ServiceAddress(Path.of("/s"), 0, 7, Duration.ZERO));
  }

  @Test
  void rejectsUntrustedListener() throws Exception {
    try (ScriptedService service = service(OK, OK)) {
      ServiceAddress address = new ServiceAddress(service.socket(), 0, 1, Duration.ZERO);
      address.write(directory);
      try (ServiceConnection trusting = ServiceConnection.ofStore(directory).orElseThrow()) {
        assertThat(text(trusting, STATUS)).isEqualTo("ok");
      }
      assertThatThrownBy(
              () -> ServiceConnection.connected(directory, address, Set.of("other"), SHORT))
          .hasMessageContaining(service.socket().toString())
          .hasMessageContaining("'" + Files.getOwner(directory).getName() + "'")
          .hasMessageContaining(directory.resolve("service.json").toString())
          .asInstanceOf(InstanceOfAssertFactories.type(ColophonException.class))
          .extracting(ColophonException::code)
          .isEqualTo(ErrorCode.NOT_PERMITTED);
      assertThat(service.requests()).as("health and status of the trusted one").hasSize(2);
    }
  }

  @Test
  void reportsServiceThatAcceptsConnectionsButDoesNotAnswer() throws Exception {
    try (ScriptedService service = service()) {
      new ServiceAddress(service.socket(), 0, 4711, Duration.ofHours(1)).write(directory);
      assertThatThrownBy(() -> ServiceConnection.ofStore(directory, SHORT))
          .isInstanceOf(SilentServiceException.class)
          .hasMessageContainingAll(directory.toString(), "4711");
    }
  }

  @Test
  void reportsServiceThatAcceptsNoConnections() throws Exception {
    Path socket = directory.resolve("socket");
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocketChannel hung = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      hung.bind(UnixDomainSocketAddress.of(socket), 1);
      assertThatThrownBy(
              () -> {
                while (true) {
                  waiting.add(UnixTransport.connect(socket, (int) SHORT.toMillis()));
                }
              })
          .isInstanceOf(SocketTimeoutException.class);
      new ServiceAddress(socket, 0, 1, Duration.ZERO).write(directory);
      assertThatThrownBy(() -> ServiceConnection.ofStore(directory, SHORT))
          .isInstanceOf(SilentServiceException.class);
    } finally {
      for (SocketChannel each : waiting) {
        each.close();
      }
    }
  }

  @Test
  void appliesNewTimeoutToAnOpenConnection() throws Exception {
    try (ScriptedService service = service(OK)) {
      new ServiceAddress(service.socket(), 0, 1, Duration.ZERO).write(directory);
      try (ServiceConnection connection =
          ServiceConnection.ofStore(directory, Duration.ofSeconds(30)).orElseThrow()) {
        connection.setTimeout(SHORT);
        assertThatThrownBy(() -> connection.exchange(STATUS))
            .hasMessageContaining("did not answer for " + SHORT.toMillis() / 1000.0 + " s");
      }
    }
  }

  @Test
  void trustsOwnUserAndRootAndOwnersOfTheStore() throws Exception {
    String own = Files.getOwner(Path.of("/proc/self")).getName();
    assertThat(TrustedUsers.of(Path.of("/proc/self"))).containsOnly("root", own);
    assumeTrue(own.equals("root"), "only root gives directories away");
    UserPrincipal other =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(directory, other);
    assertThat(TrustedUsers.of(directory)).containsOnly("root", other.getName());
    UserPrincipal service =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon");
    Files.setOwner(Files.writeString(directory.resolve("service.json"), "{}"), service);
    assertThat(TrustedUsers.of(directory)).containsOnly("root", other.getName(), service.getName());
  }

  @Test
  void reportsUnreachableSocket() {
    ServiceConnection connection = ServiceConnection.at(directory.resolve("none")).build();
    assertThatThrownBy(connection::connect)
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining(directory.resolve("none").toString());
    new ServiceAddress(directory.resolve("none"), 0, 1, Duration.ZERO).write(directory);
    assertThat(ServiceAddress.of(directory)).isPresent();
    assertThat(ServiceConnection.ofStore(directory)).isEmpty();
  }
}
