// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.service.ServiceProbe.await;
import static org.colophon.service.ServiceProbe.reportRun;
import static org.colophon.service.ServiceProbe.status;
import static org.colophon.service.ServiceProbe.to;
import static org.colophon.service.ServiceProbe.warns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogVerifier;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.follow.FollowConfig;
import org.colophon.history.index.IndexConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.colophon.service.index.MemoryLogFactory;
import org.colophon.service.index.MemoryLogFactory.MemoryLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the certified logs of copied histories, which are computed from the copied frames. */
@Timeout(60)
class CopiedLogTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");

  @TempDir Path temp;

  private final SigningKey key = SigningKey.generate("web.example.org");
  private final String name = UUID.randomUUID().toString();
  private final MemoryLog log = MemoryLogFactory.log(name);
  private Service source;
  private Service copy;
  private int reported;

  @BeforeEach
  void writeKey() {
    KeyFile.write(temp.resolve("key"), key);
    WEB.write(temp.resolve("source"));
  }

  @AfterEach
  void stop() {
    if (copy != null) {
      copy.stop();
    }
    source.stop();
  }

  private ReplicationConfig certifying() {
    return ReplicationConfig.NONE.certifying(
        new CertifyConfig(temp.resolve("key").toString(), Optional.empty(), Optional.empty()));
  }

  private SharedLogSpec memory() {
    return new SharedLogSpec("memory", Map.of("log", name));
  }

  private ServiceConfig config(String directory, ReplicationConfig replication) {
    return ServiceConfig.of(temp.resolve(directory))
        .withAdapters(List.of(AdapterSpec.of("rocksdb")))
        .withReplication(replication);
  }

  private void startPublisher() {
    source = Service.start(config("source", certifying().publishing(memory())));
  }

  private void startIndexer() {
    IndexConfig index = new IndexConfig(memory(), IndexConfig.DEFAULT_GROUP, "index-1");
    copy = Service.start(config("copy", ReplicationConfig.NONE.indexing(index)));
  }

  private Path indexed() {
    return HostDirectory.of(temp.resolve("copy"), WEB);
  }

  private void report() throws IOException {
    reportRun(source, reported++);
  }

  private long durableLsn() {
    return status(source).path("durableLsn").asLong();
  }

  /** Waits until the copy is certified up to the last LSN on the source's disk. */
  private void awaitCertified(String host) {
    long wanted = durableLsn();
    await(
        () -> {
          String question = "/v1/lineage?target=/out" + (reported - 1) + host;
          return certified(question) >= wanted;
        });
  }

  private long certified(String question) {
    String state;
    try {
      state = to(copy).get(question).header("Colophon-State");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (state == null) {
      return -1;
    }
    int at = state.indexOf("certified=");
    return at < 0 ? -1 : Long.parseLong(state.substring(at + 10).split(";", 2)[0]);
  }

  private void assertVerified(Path store) {
    LogVerifier verifier = new LogVerifier(LogPlace.all(store).get(0), key.verifier(), List.of());
    verifier.verifyLog();
    Path journal = StoreDirectory.journalIn(store);
    var unused =
        JournalVerifier.verify(journal, 0, bytes -> {}, verifier.frames("journal", journal, true));
    assertThat(verifier.result().damages()).isEmpty();
    assertThat(verifier.missingFrames()).isZero();
  }

  @Test
  void indexerBuildsTheLogOfEachHostAcrossRestarts() throws IOException {
    startPublisher();
    report();
    startIndexer();
    awaitCertified("&host=web");
    copy.stop();
    report();
    startIndexer();
    awaitCertified("&host=web");
    report();
    awaitCertified("&host=web");
    copy.stop();
    source.stop();
    assertVerified(indexed());
  }

  @Test
  void buildsTheLogIfTheHostCertifiesAfterTheFirstFrames() throws IOException {
    source = Service.start(config("source", ReplicationConfig.NONE.publishing(memory())));
    report();
    source.stop();
    startPublisher();
    report();
    startIndexer();
    awaitCertified("&host=web");
    copy.stop();
    assertVerified(indexed());
  }

  @Test
  void reportsFramesThatDifferFromSignedFrames() throws IOException {
    startPublisher();
    report();
    await(() -> log.checkpoint(WEB.id()) != null);
    HostFrame state = log.checkpoint(WEB.id());
    LogHead head = LogHead.parse(Bytes.wrap(state.bytes()).toString());
    source.stop();
    Checkpoint other = new Checkpoint(key.name(), head.tree().size(), Bytes.wrap(new byte[32]));
    LogHead forged =
        new LogHead(
            head.key(),
            head.firstLsn(),
            head.lastLsn(),
            new SignedNote(other.text(), key.sign(other.text(), 1)));
    log.setCheckpoint(
        new HostFrame(
            state.hostId(),
            state.hostName(),
            state.storeId(),
            forged.format().getBytes(StandardCharsets.UTF_8)));
    startIndexer();
    await(() -> warns(copy, "the copy of host web is not certified: the frames here are not"));
    assertThat(to(copy).get("/v1/lineage?target=/out0&host=web").status()).isEqualTo(200);
  }

  @Test
  void followerBuildsTheLogOfItsSource() throws IOException {
    int port = freePort();
    ListenConfig listen =
        new ListenConfig(Optional.empty(), Optional.of(TcpConfig.loopback(port)), Optional.empty());
    source = Service.start(config("source", certifying()).withListen(listen));
    report();
    long lsn = durableLsn();
    await(() -> status(source).at("/certify/certifiedLsn").asLong() >= lsn);
    FollowConfig follow =
        new FollowConfig(
            "http://127.0.0.1:" + port, temp.resolve("source/token"), Optional.empty());
    copy = Service.start(config("copy", ReplicationConfig.NONE.following(follow)));
    awaitCertified("");
    copy.stop();
    assertVerified(temp.resolve("copy"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void serviceBuildsTheLogOfHistoryThatIsPushedToIt() throws IOException {
    int port = freePort();
    ListenConfig listen =
        new ListenConfig(Optional.empty(), Optional.of(TcpConfig.loopback(port)), Optional.empty());
    copy = Service.start(config("copy", ReplicationConfig.NONE).withListen(listen));
    SharedLogSpec push =
        new SharedLogSpec(
            "service",
            Map.of(
                "url", "http://127.0.0.1:" + port, "token", temp.resolve("copy/token").toString()));
    source = Service.start(config("source", certifying().publishing(push)));
    report();
    awaitCertified("&host=web");
    copy.stop();
    assertVerified(indexed());
  }
}
