// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.history.follow.FollowConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests services that follow other services. */
@Timeout(60)
class FollowingTest {
  @TempDir Path temp;

  private int sourcePort;
  private int followerPort;
  private Service source;
  private Service follower;

  @BeforeEach
  void startSource() throws IOException {
    sourcePort = freePort();
    followerPort = freePort();
    source = Service.start(config("source", sourcePort));
  }

  @AfterEach
  void stop() {
    if (follower != null) {
      follower.stop();
    }
    source.stop();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ServiceConfig config(String name, int port) {
    TcpConfig tcp = TcpConfig.loopback(port);
    return ServiceConfig.of(temp.resolve(name))
        .withAdapters(List.of(AdapterSpec.of("rocksdb")))
        .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()));
  }

  private ServiceConfig following(String name, int port, String token, int target) {
    FollowConfig follow =
        new FollowConfig("http://127.0.0.1:" + target, temp.resolve(token), Optional.empty());
    return config(name, port).withReplication(ReplicationConfig.NONE.following(follow));
  }

  private void startFollower() {
    follower = Service.start(following("follower", followerPort, "source/token", sourcePort));
  }

  private static Caller to(Service service) {
    return Caller.of(service.config().socket());
  }

  private void report(int files) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < files; i++) {
      lines.append(
          """
          {"op":"process","id":"p%d","executable":"/bin/cp"}
          {"op":"read","process":"p%d","path":"/f%d"}
          {"op":"write","process":"p%d","path":"/f%d"}
          {"op":"exit","process":"p%d"}
          """
              .formatted(i, i, i, i, i + 1, i));
    }
    Caller.Reply reply = to(source).post("/v1/operations", lines.toString());
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private static long lastLsn(Service service) throws IOException {
    return to(service).get("/v1/status").json().path("durableLsn").asLong();
  }

  private void awaitCopy() throws IOException {
    long wanted = lastLsn(source);
    while (lastLsn(follower) < wanted) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void assertSameAnswers(long lsn) throws IOException {
    for (String question :
        List.of(
            "/v1/lineage?target=/f20&format=json&as-of=" + lsn,
            "/v1/lineage?target=/f0&direction=descendants&format=tree&as-of=" + lsn,
            "/v1/history?target=/f3&as-of=" + lsn,
            "/v1/touched?process=/bin/cp&as-of=" + lsn)) {
      Caller.Reply expected = to(source).get(question);
      assertThat(to(follower).get(question).text()).as(question).isEqualTo(expected.text());
    }
  }

  @Test
  void answersLikeItsSourceAcrossRestartsOfBoth() throws IOException {
    report(20);
    startFollower();
    report(20);
    awaitCopy();
    assertSameAnswers(lastLsn(source));

    source.stop();
    source = Service.start(config("source", sourcePort));
    report(30);
    awaitCopy();
    assertSameAnswers(lastLsn(source));

    follower.stop();
    report(40);
    startFollower();
    awaitCopy();
    assertSameAnswers(lastLsn(source));
  }

  @Test
  void refusesCopyOfItsSourceThatHasAnotherHistory() throws IOException {
    report(5);
    startFollower();
    awaitCopy();
    source.stop();
    ServiceProbe.copy(temp.resolve("source"), temp.resolve("copy"));
    source = Service.start(config("source", sourcePort));
    report(5);
    awaitCopy();
    long lsn = lastLsn(follower);
    source.stop();

    source = Service.start(config("copy", sourcePort));
    report(20);
    ServiceProbe.await(() -> ServiceProbe.warns(follower, "another copy of the store"));
    assertThat(lastLsn(follower)).isEqualTo(lsn);
    assertStopped();
    follower.stop();
    source.stop();
    startFollower();
    assertStopped();
  }

  private void assertStopped() throws IOException {
    Caller.Reply lineage = to(follower).get("/v1/lineage?target=/f3");
    assertThat(lineage.json().at("/summary/incomplete").asBoolean()).isTrue();
    assertThat(lineage.header("Colophon-Remark")).startsWith("incomplete");
    assertThat(to(follower).get("/v1/status?format=text").text()).contains(", stopped at LSN");
    assertThat(to(follower).get("/metrics").text())
        .containsPattern("colophon_follow_lag_lsns [1-9]");
  }

  @Test
  void statusShowsFollowersAndLag() throws IOException {
    startFollower();
    report(5);
    awaitCopy();
    Caller.Reply status = to(follower).get("/v1/status");
    assertThat(status.json().path("follow").path("failure").asText()).isEmpty();
    assertThat(status.json().path("storeId"))
        .isEqualTo(to(source).get("/v1/status").json().path("storeId"));
    assertThat(to(follower).get("/v1/status?format=text").text())
        .contains("follow ", "127.0.0.1:" + sourcePort, "0 LSNs behind");
    assertThat(to(follower).get("/metrics").text())
        .contains("colophon_follow_lag_lsns 0.0", "colophon_follow_connected 1.0");
    assertThat(to(source).get("/v1/status").json().path("feedReaders").size()).isOne();
  }

  @Test
  void refusesReportsAndSnapshots() throws IOException {
    startFollower();
    Caller.Reply reply =
        to(follower)
            .post("/v1/operations", "{\"op\":\"process\",\"id\":\"p\",\"executable\":\"/x\"}\n");
    assertThat(reply.text()).contains("follows another service");
    assertThat(to(follower).post("/v1/snapshots", "{}").text()).contains("follows another service");
  }

  @Test
  void reportsCycleOfFollowers() throws IOException {
    startFollower();
    source.stop();
    source = Service.start(following("source", sourcePort, "follower/token", followerPort));
    while (!to(source).get("/healthz").text().contains("circle")) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void refusesWrongTokenAndUnreachableSource() throws IOException {
    Files.writeString(temp.resolve("wrong"), "wrong");
    assertThatThrownBy(() -> Service.start(following("f", followerPort, "wrong", sourcePort)))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("token");
    source.stop();
    assertThatThrownBy(
            () -> Service.start(following("f", followerPort, "source/token", sourcePort)))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("cannot reach the service at 127.0.0.1:" + sourcePort);
  }

  @Test
  void explainsInvalidRequestsForTheFeed() throws IOException {
    report(1);
    Caller caller = to(source);
    assertThat(caller.get("/v1/journal?after=x").text()).contains("must be an LSN, not 'x'");
    assertThat(caller.get("/v1/journal?after=99999999").text()).contains("this store ends at LSN");
    assertThat(caller.get("/v1/journal?reader=a%20b").text()).contains("'a b'");
    assertThat(caller.get("/v1/journal?reader=publish").text()).contains("choose another name");
    assertThat(caller.get("/v1/journal").bytes()).startsWith('C', 'P', 'H', 'X');
  }
}
