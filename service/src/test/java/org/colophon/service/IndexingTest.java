// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.service.ServiceProbe.await;
import static org.colophon.service.ServiceProbe.reportRun;
import static org.colophon.service.ServiceProbe.runs;
import static org.colophon.service.ServiceProbe.status;
import static org.colophon.service.ServiceProbe.to;
import static org.colophon.service.ServiceProbe.warnings;
import static org.colophon.service.ServiceProbe.warns;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.colophon.core.files.FileTree;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.index.IndexConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.colophon.service.index.MemoryLogFactory;
import org.colophon.service.index.MemoryLogFactory.MemoryLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a service that publishes its history and a service that indexes it, with a log in memory.
 */
@Timeout(60)
class IndexingTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");

  @TempDir Path temp;

  private final String name = UUID.randomUUID().toString();
  private final MemoryLog log = MemoryLogFactory.log(name);
  private Service source;
  private Service indexer;
  private int reported;

  @BeforeEach
  void start() {
    startSource();
    indexer = Service.start(indexing());
  }

  private void startSource() {
    WEB.write(temp.resolve("source"));
    source = Service.start(publishing("source"));
  }

  @AfterEach
  void stop() {
    source.stop();
    indexer.stop();
  }

  private SharedLogSpec spec() {
    return new SharedLogSpec("memory", Map.of("log", name));
  }

  private ServiceConfig config(String directory, ReplicationConfig replication) {
    return ServiceConfig.of(temp.resolve(directory))
        .withAdapters(List.of(AdapterSpec.of("rocksdb")))
        .withReplication(replication);
  }

  private ServiceConfig publishing(String directory) {
    return config(directory, ReplicationConfig.NONE.publishing(spec()));
  }

  private ServiceConfig indexing() {
    return config(
        "indexer",
        ReplicationConfig.NONE.indexing(
            new IndexConfig(spec(), IndexConfig.DEFAULT_GROUP, "index-1")));
  }

  private JsonNode copy() {
    return status(indexer).path("index").path("hosts").path(0);
  }

  /** Waits until the indexer has all LSNs that are on the source's disk. */
  private void awaitCopied() {
    long wanted = status(source).path("durableLsn").asLong();
    await(
        () ->
            copy().path("lastLsn").asLong() >= wanted && copy().path("failure").asText().isEmpty());
  }

  private void assertSameAnswers() throws IOException {
    awaitCopied();
    assertThat(runs(source, "")).contains("/out" + (reported - 1));
    assertThat(runs(indexer, "&host=web")).isEqualTo(runs(source, ""));
  }

  private static HostFrame with(HostFrame frame, long storeId, byte[] bytes) {
    return new HostFrame(frame.hostId(), frame.hostName(), storeId, bytes);
  }

  private void report() throws IOException {
    reportRun(source, reported++);
  }

  @Test
  void stopsOnlyHostWithEntryOfNewerForm() throws IOException {
    report();
    awaitCopied();
    List<HostFrame> known = log.of(WEB.id());
    long knownLsn = lastLsn(WEB.id());
    log.append(new HostFrame(WEB.id(), WEB.name(), 1, new byte[0]));
    String other = WEB.id().substring(0, 31) + "f"; // in the same partition
    for (HostFrame each : known) {
      log.append(new HostFrame(other, "other", each.storeId(), each.bytes()));
    }
    await(() -> lastLsn(other) == knownLsn);
    assertThat(warnings(indexer))
        .containsExactly("the history of host web stops: an entry of a newer form");
    assertThat(status(indexer).at("/index/failure").asText()).isEmpty();
    assertThat(to(indexer).get("/metrics").text())
        .contains("colophon_index_stopped_hosts 1", "colophon_index_connected 1");

    indexer.stop();
    List<HostFrame> readable = new ArrayList<>(log.of(WEB.id()));
    readable.removeIf(each -> each.bytes().length == 0); // as a newer Colophon reads it
    log.set(WEB.id(), readable);
    indexer = Service.start(indexing());
    report();
    assertSameAnswers();
    assertThat(warnings(indexer)).isEmpty();
  }

  @Test
  void warnsOfLogThatDeletesEntries() throws IOException {
    report();
    awaitCopied();
    assertThat(warnings(indexer)).isEmpty();
    indexer.stop();
    log.setDeletesEntries(true);
    indexer = Service.start(indexing());

    await(() -> warnings(indexer).equals(List.of("log " + name + " deletes old entries")));
  }

  private long lastLsn(String host) {
    for (JsonNode each : status(indexer).path("index").path("hosts")) {
      if (each.path("id").asText().equals(host)) {
        return each.path("lastLsn").asLong();
      }
    }
    return 0;
  }

  @Test
  void indexerAnswersLikeItsSourceAcrossRestarts() throws IOException {
    report();
    assertSameAnswers();
    indexer.stop();
    report();
    indexer = Service.start(indexing());
    assertSameAnswers();
    source.stop();
    startSource();
    report();
    assertSameAnswers();
    assertThat(log.of(WEB.id()))
        .as("frames sent, one for each LSN")
        .hasSameSizeAs(Set.copyOf(lsns()));
  }

  private List<Long> lsns() {
    return log.of(WEB.id()).stream()
        .map(each -> java.nio.ByteBuffer.wrap(each.bytes()).getLong(8))
        .toList();
  }

  @Test
  void warnsOfDifferingClockOfShippingHost() throws IOException {
    log.setAhead(86_400_000);
    report();
    await(() -> warns(indexer, "the clock of host web is 86,"));
    assertThat(to(indexer).get("/v1/hosts").text()).containsPattern("clockAheadMillis.{1,3}: ?86");
    log.setAhead(0);
    for (int i = 0; i < 8; i++) { // only the last frames count
      report();
      awaitCopied();
    }
    assertThat(warns(indexer, "the clock of host web")).isFalse();
  }

  @Test
  void statusReportsShippedAndIndexedLsns() throws IOException {
    report();
    awaitCopied();
    long durable = status(source).path("durableLsn").asLong();
    await(() -> status(source).path("publish").path("shippedLsn").asLong() == durable);
    assertThat(copy().path("sourceLsn").asLong()).isLessThanOrEqualTo(durable);
    assertThat(copy().path("name").asText()).isEqualTo("web");
    assertThat(to(indexer).get("/v1/status?format=text").text()).contains("host web up to LSN");
    assertThat(to(source).get("/v1/status?format=text").text()).contains("to log " + name);
    assertThat(to(source).get("/metrics").text()).contains("colophon_publish_lag_lsns 0");
    assertThat(to(indexer).get("/metrics").text()).contains("colophon_index_hosts 1");
  }

  @Test
  void standbyAnswersLikeItsSourceAndShowsItsRole() throws IOException {
    report();
    indexer.stop();
    log.setStandby(true);
    indexer = Service.start(indexing());
    assertSameAnswers();
    assertThat(copy().path("standby").asBoolean()).isTrue();
    assertThat(to(indexer).get("/v1/status?format=text").text())
        .containsPattern("host web up to LSN [0-9]+, 0 LSNs behind, standby");
  }

  /** The end of an old interval takes an LSN, but no record if its records are complete. */
  @Test
  void nothingIsLeftToShipIfLastLsnHasNoRecord() throws IOException {
    String read =
        """
        {"op":"read","process":"p","path":"/in"}
        """;
    to(source)
        .post(
            "/v1/operations",
            """
            {"op":"process","id":"p","executable":"/bin/cat"}
            """
                + read
                + read);
    await(
        () -> {
          JsonNode now = status(source);
          return now.path("durableLsn").asLong() > now.at("/publish/durableLsn").asLong();
        });
    await(
        () -> {
          JsonNode now = status(source).path("publish");
          return now.path("shippedLsn").asLong() == now.path("durableLsn").asLong();
        });
    assertThat(to(source).get("/metrics").text()).contains("colophon_publish_lag_lsns 0");
  }

  @Test
  void answersReportLastCopiedLsn() throws IOException {
    report();
    awaitCopied();
    long lsn = status(source).path("durableLsn").asLong();
    await(() -> status(source).path("publish").path("shippedLsn").asLong() == lsn);
    assertThat(to(source).get("/v1/lineage?target=/in").header("Colophon-State"))
        .isEqualTo("host=web; durable=" + lsn + "; shipped=" + lsn);
    assertThat(to(indexer).get("/v1/lineage?target=/in&host=web").header("Colophon-State"))
        .startsWith("host=web; durable=" + lsn + "; source=");
    assertThat(to(indexer).get("/v1/store").header("Colophon-State")).isNull();
  }

  @Test
  void answersReportNumberOfMissingLsns() throws IOException {
    for (int i = 0; i < 3; i++) {
      report(); // each report writes at least one frame
    }
    awaitCopied();
    List<HostFrame> frames = log.of(WEB.id());
    indexer.stop();
    log.set(WEB.id(), List.of(frames.get(0), frames.get(frames.size() - 1)));
    indexer = Service.start(indexing().withStore(temp.resolve("behind")));
    await(() -> !warnings(indexer).isEmpty());
    Caller.Reply reply = to(indexer).get("/v1/names?pattern=/&host=web");
    assertThat(URLDecoder.decode(reply.header("Colophon-Remark"), StandardCharsets.UTF_8))
        .contains("this copy of host web ends at LSN", "of its source");
  }

  @Test
  void sendsFramesAgainThatTheLogRefused() throws IOException {
    report();
    awaitCopied();
    int[] refusals = {3};
    log.refuse(frame -> refusals[0]-- > 0);
    report();
    report();
    assertSameAnswers();
  }

  @Test
  void continuesAfterTheLogWasUnreachable() throws IOException {
    report();
    awaitCopied();
    log.reach(false);
    report();
    await(() -> warns(source, "no broker"));
    await(() -> warns(indexer, "no broker"));
    log.reach(true);
    assertSameAnswers();
    await(() -> warnings(source).isEmpty() && warnings(indexer).isEmpty());
  }

  @Test
  void stopsCopyAtHoleUntilMissingFramesArrive() throws IOException {
    for (int i = 0; i < 4; i++) {
      report();
    }
    awaitCopied();
    List<HostFrame> frames = log.of(WEB.id());
    indexer.stop();
    String second = "indexer2";
    List<HostFrame> holed = new ArrayList<>(frames);
    HostFrame missing = holed.remove(1);
    log.set(WEB.id(), holed);
    indexer = Service.start(indexing().withStore(temp.resolve(second)));
    await(() -> warns(indexer, "are missing"));
    assertThat(copy().path("lastLsn").asLong())
        .isLessThan(status(source).path("durableLsn").asLong());

    // Appends the missing frame, and repeats the later ones, as after a failure.
    log.append(missing);
    frames.subList(2, frames.size()).forEach(log::append);
    assertSameAnswers();
    assertThat(warnings(indexer)).isEmpty();
  }

  private void assertStopped() throws IOException {
    Caller.Reply lineage =
        to(indexer).get("/v1/lineage?target=/in&direction=descendants&all=true&host=web");
    assertThat(lineage.json().at("/summary/incomplete").asBoolean()).isTrue();
    assertThat(lineage.json().at("/summary/gaps/0/cause").asText()).isEqualTo("copy_stopped");
    assertThat(lineage.header("Colophon-State")).endsWith("; stopped=true");
    for (String question : List.of("names?pattern=/&host=web", "history?target=/in&host=web")) {
      assertThat(remarks(to(indexer).get("/v1/" + question)))
          .anyMatch(each -> each.startsWith("incomplete: this copy of host web has stopped at"));
    }
    assertThat(remarks(to(indexer).get("/v1/find?name=/out*&all-hosts=true")))
        .anyMatch(each -> each.startsWith("incomplete: the copy of host web has stopped at LSN"));
    assertThat(to(indexer).get("/v1/status?format=text").text())
        .containsPattern("host web up to LSN [0-9]+, stopped, at least [1-9]");
    assertThat(to(indexer).get("/metrics").text())
        .containsPattern("colophon_index_lag_lsns [1-9]")
        .contains("colophon_index_stopped_hosts 1");
  }

  private static List<String> remarks(Caller.Reply reply) {
    return reply.headers().getOrDefault("colophon-remark", List.of()).stream()
        .map(each -> URLDecoder.decode(each, StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void answersOfStoppedCopyAreIncompleteUntilTheHoleIsPassed() throws IOException {
    for (int i = 0; i < 5; i++) {
      report();
    }
    awaitCopied();
    List<HostFrame> frames = log.of(WEB.id());
    indexer.stop();
    List<HostFrame> holed = new ArrayList<>(frames);
    HostFrame missing = holed.remove(frames.size() - 2);
    log.set(WEB.id(), holed);
    ServiceConfig holedConfig = indexing().withStore(temp.resolve("holed"));
    indexer = Service.start(holedConfig);
    await(() -> warns(indexer, "are missing"));
    assertStopped();

    log.append(frames.get(0)); // a repetition does not close the hole
    log.append(new HostFrame(WEB.id(), "no name", 1, missing.bytes()));
    await(() -> status(indexer).at("/index/ignored").asInt() == 1);
    assertStopped();

    indexer.stop();
    log.reach(false);
    indexer = Service.start(holedConfig);
    assertStopped();
    log.reach(true);
    await(() -> warns(indexer, "are missing"));
    assertStopped();

    log.append(missing);
    log.append(frames.get(frames.size() - 1));
    assertSameAnswers();
  }

  @Test
  void copyIsStoppedWhileTheLogIsUnreachable() throws IOException {
    report();
    awaitCopied();
    log.reach(false);
    await(() -> warns(indexer, "no broker"));
    assertStopped();
    log.reach(true);
    assertSameAnswers();
  }

  /** The frames of both copies have equal LSNs, so no frame overlaps the end of the other. */
  @Test
  void refusesFramesOfAnotherCopyOfTheStore() throws IOException {
    report();
    awaitCopied();
    source.stop();
    ServiceProbe.copy(temp.resolve("source"), temp.resolve("copy"));
    startSource();
    report();
    awaitCopied();
    source.stop();
    long lsn = copy().path("lastLsn").asLong();

    source = Service.start(publishing("copy"));
    reportRun(source, reported - 1);
    report();
    await(() -> warns(indexer, "the source is another copy of the store"));
    assertThat(copy().path("lastLsn").asLong()).isEqualTo(lsn);
    source.stop();
    startSource();
    report();
    assertSameAnswers();
  }

  @Test
  void reportsSecondStoreOfAMachineIdAndContinuesTheFirst() throws IOException {
    report();
    assertSameAnswers();
    HostFrame first = log.of(WEB.id()).get(0);
    log.append(with(first, first.storeId() + 1, first.bytes()));
    await(() -> warns(indexer, "two machines"));
    report();
    assertSameAnswers();
    await(() -> warnings(indexer).isEmpty());
  }

  @Test
  void continuesWithReplacedStoreAfterItsCopyIsDeleted() throws IOException {
    report();
    assertSameAnswers();
    source.stop();
    FileTree.delete(temp.resolve("source"));
    startSource();
    report();
    await(() -> warns(indexer, "two stores"));
    indexer.stop();
    FileTree.delete(HostDirectory.of(temp.resolve("indexer"), WEB));
    indexer = Service.start(indexing());
    assertSameAnswers();
  }

  @Test
  void ignoresDamagedEntry() throws IOException {
    report();
    awaitCopied();
    HostFrame first = log.of(WEB.id()).get(0);
    byte[] damaged = Arrays.copyOf(first.bytes(), first.bytes().length);
    damaged[damaged.length - 1] ^= 1;
    log.append(with(first, first.storeId(), damaged));
    log.append(with(first, first.storeId(), new byte[3]));
    report();
    assertSameAnswers();
    assertThat(warnings(indexer).toString()).contains("2 entries of log " + name + " are damaged");
  }

  @Test
  void ignoresEntriesOfInvalidHostsWithoutRestart() throws IOException {
    report();
    awaitCopied();
    HostFrame first = log.of(WEB.id()).get(0);
    log.append(new HostFrame("a/../b", "web", first.storeId(), first.bytes()));
    log.append(new HostFrame(WEB.id(), "no name", first.storeId(), first.bytes()));
    report();
    assertSameAnswers();
    assertThat(warnings(indexer).toString()).contains("2 entries of log " + name + " are damaged");
    assertThat(log.readers()).isEqualTo(1);
    report();
    assertSameAnswers();
    indexer.stop();
    indexer = Service.start(indexing());
    report();
    assertSameAnswers();
    assertThat(warnings(indexer)).as("warnings after a restart").isEmpty();
  }

  @Test
  void refusesReportsForIndexedHost() throws IOException {
    report();
    awaitCopied();
    Caller.Reply reply =
        to(indexer)
            .with("Colophon-Host", WEB.id())
            .post("/v1/operations", "{\"op\":\"process\",\"id\":\"x\"}\n");
    assertThat(reply.text()).contains("follows another service");
  }

  @Test
  void copyMovesToAnotherIndexerAndBack() throws IOException {
    report();
    assertSameAnswers();
    int partition = MemoryLog.partitionOf(WEB.id());
    log.assign(Set.of(1 - partition));
    await(() -> copy().isMissingNode());
    report();
    log.assign(Set.of(0, 1));
    assertSameAnswers();
  }
}
