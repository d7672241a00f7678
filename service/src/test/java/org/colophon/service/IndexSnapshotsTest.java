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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.colophon.core.files.FileTree;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.index.IndexConfig;
import org.colophon.history.index.SnapshotConfig;
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

/** Tests the snapshots of an indexer's copies, with a log in memory. */
@Timeout(60)
class IndexSnapshotsTest {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final Duration OFTEN = Duration.ofMillis(20);
  private static final Duration ONCE = Duration.ofDays(1);

  @TempDir Path temp;

  private final String name = UUID.randomUUID().toString();
  private final MemoryLog log = MemoryLogFactory.log(name);
  private Path snapshots;
  private Service source;
  private Service indexer;
  private int reported;

  @BeforeEach
  void start() throws IOException {
    snapshots = Files.createDirectory(temp.resolve("snapshots"));
    WEB.write(temp.resolve("source"));
    source = Service.start(config("source", ReplicationConfig.NONE.publishing(spec())));
  }

  @AfterEach
  void stop() {
    source.stop();
    if (indexer != null) {
      indexer.stop();
    }
  }

  private SharedLogSpec spec() {
    return new SharedLogSpec("memory", Map.of("log", name));
  }

  private ServiceConfig config(String directory, ReplicationConfig replication) {
    return ServiceConfig.of(temp.resolve(directory))
        .withAdapters(List.of(AdapterSpec.of("rocksdb")))
        .withReplication(replication);
  }

  private void startIndexer(String directory, Duration every) {
    if (indexer != null) {
      indexer.stop();
    }
    IndexConfig index =
        new IndexConfig(
            spec(),
            IndexConfig.DEFAULT_GROUP,
            directory,
            Optional.of(new SnapshotConfig(snapshots, every)));
    indexer = Service.start(config(directory, ReplicationConfig.NONE.indexing(index)));
  }

  private void report(int runs) throws IOException {
    for (int i = 0; i < runs; i++) {
      reportRun(source, reported++);
    }
  }

  private long sourceLsn() {
    return status(source).path("durableLsn").asLong();
  }

  private JsonNode copy() {
    return status(indexer).at("/index/hosts/0");
  }

  private void awaitCopied() {
    long wanted = sourceLsn();
    await(
        () ->
            copy().path("lastLsn").asLong() >= wanted && copy().path("failure").asText().isEmpty());
  }

  /** Waits until the snapshots have all that the source has, and the list beside them too. */
  private void awaitSnapshot() {
    awaitCopied();
    long wanted = sourceLsn();
    await(
        () ->
            copy().path("snapshotLsn").asLong() >= wanted
                && partitionText().contains(" " + copy().path("lastLsn").asText() + "\n"));
  }

  private Path partitionFile() {
    return snapshots.resolve("partition-" + MemoryLog.partitionOf(WEB.id()));
  }

  private String partitionText() {
    try {
      return Files.exists(partitionFile()) ? Files.readString(partitionFile()) : "";
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the only snapshot of the host. */
  private Path onlySnapshot() throws IOException {
    try (Stream<Path> all = Files.list(snapshots.resolve(WEB.id()))) {
      List<Path> found = all.toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  private void writeSnapshotAndStop() throws IOException {
    startIndexer("first", OFTEN);
    report(3);
    awaitSnapshot();
    indexer.stop();
    indexer = null;
  }

  private long end() {
    return log.of(WEB.id()).size();
  }

  private void assertSameAnswers() throws IOException {
    awaitCopied();
    assertThat(runs(source, "")).contains("/out" + (reported - 1));
    assertThat(runs(indexer, "&host=web")).isEqualTo(runs(source, ""));
  }

  private long lastBegin() {
    List<Long> all = log.begins(WEB.id());
    return all.get(all.size() - 1);
  }

  @Test
  void newIndexerLoadsSnapshotAndReadsOnlyTheTail() throws IOException {
    writeSnapshotAndStop();
    long position = end();
    report(2);
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isEqualTo(position);
    assertThat(warnings(indexer)).isEmpty();
  }

  @Test
  void replacesSnapshotOfChangedCopy() throws IOException {
    writeSnapshotAndStop();
    Path former = onlySnapshot();
    startIndexer("first", OFTEN);
    report(1);
    awaitSnapshot();
    await(() -> Files.notExists(former));
    assertThat(onlySnapshot()).isNotEqualTo(former);
    assertThat(copy().path("snapshotMillis").asLong())
        .isEqualTo(Files.getLastModifiedTime(onlySnapshot().resolve("BACKUP")).toMillis());
    assertThat(to(indexer).get("/v1/status?format=text").text())
        .contains("snapshot of host web up to LSN " + copy().path("lastLsn").asText());
    assertThat(to(indexer).get("/metrics").text())
        .contains(
            "colophon_index_snapshot_lag_lsns 0",
            "colophon_index_oldest_snapshot_timestamp_seconds 0",
            "colophon_index_snapshots_failed 0");
  }

  @Test
  void writesNothingWhileCopyIsUnchanged() throws IOException {
    writeSnapshotAndStop();
    Path list = onlySnapshot().resolve("BACKUP");
    Object before = Files.getLastModifiedTime(list);
    Object covered = Files.getLastModifiedTime(partitionFile());
    startIndexer("first", OFTEN);
    await(
        () -> {
          try {
            return !Files.getLastModifiedTime(partitionFile()).equals(covered);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    assertThat(Files.getLastModifiedTime(list)).isEqualTo(before);
  }

  @Test
  void standbyLacksNoSnapshotUntilItIsActive() throws IOException {
    log.setStandby(true);
    startIndexer("first", OFTEN);
    report(2);
    awaitCopied();
    assertThat(to(indexer).get("/metrics").text()).contains("colophon_index_snapshot_lag_lsns 0");
    assertThat(copy().path("snapshotLsn").asLong()).isZero();
    log.setStandby(false);
    startIndexer("first", OFTEN);
    awaitSnapshot();
  }

  @Test
  void newIndexerHasSilentHostOfWhichTheLogHasNothing() throws IOException {
    writeSnapshotAndStop();
    log.deleteBefore(WEB.id(), end());
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(warnings(indexer)).isEmpty();
  }

  @Test
  void snapshotClosesHoleOfOldCopy() throws IOException {
    startIndexer("old", ONCE);
    report(1);
    awaitCopied();
    writeSnapshotAndStop(); // of more
    long position = end();
    report(1);
    log.deleteBefore(WEB.id(), position);
    startIndexer("old", ONCE);
    assertSameAnswers();
    assertThat(warnings(indexer)).isEmpty();
  }

  /** As after a lost list: the first entry shows the hole. */
  @Test
  void snapshotClosesHoleThatAnEntryShows() throws IOException {
    writeSnapshotAndStop();
    Files.delete(partitionFile());
    log.deleteBefore(WEB.id(), end());
    report(2);
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(warnings(indexer)).isEmpty();
  }

  @Test
  void backupOfHostClosesHole() throws IOException {
    report(3);
    String target =
        Files.createDirectory(snapshots.resolve(WEB.id())).resolve("by-hand").toString();
    Caller.Reply reply = to(source).post("/v1/backups", "{\"directory\":\"" + target + "\"}");
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    await(() -> end() > 0 && shipped() >= sourceLsn());
    log.deleteBefore(WEB.id(), end());
    report(1);
    startIndexer("second", ONCE);
    assertSameAnswers();
  }

  private long shipped() {
    return status(source).at("/publish/shippedLsn").asLong();
  }

  private void assertStopsAtHole(String... reason) {
    await(() -> warns(indexer, "the history of host web stops: LSNs"));
    assertThat(warnings(indexer)).anySatisfy(each -> assertThat(each).contains(reason));
  }

  @Test
  void stopsAtHoleAfterTheSnapshot() throws IOException {
    writeSnapshotAndStop();
    long snapshotLsn = Long.parseLong(onlySnapshot().getFileName().toString().split("-")[0]);
    report(2);
    await(() -> shipped() >= sourceLsn());
    log.deleteBefore(WEB.id(), end() - 1);
    startIndexer("second", ONCE);
    assertStopsAtHole(onlySnapshot() + " is not used: it ends at LSN " + snapshotLsn);
    assertThat(copy().path("lastLsn").asLong()).isEqualTo(snapshotLsn);
  }

  @Test
  void readsLogFromStartInsteadOfDamagedSnapshot() throws IOException {
    writeSnapshotAndStop();
    Files.delete(onlySnapshot().resolve("synced"));
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isZero();
    assertThat(warnings(indexer))
        .singleElement()
        .asString()
        .contains(onlySnapshot().resolve("synced") + " has no file instead of");

    startIndexer("third", OFTEN); // writes the snapshot again, although nothing has changed
    assertSameAnswers();
    await(() -> warnings(indexer).isEmpty());
    await(() -> isAlone());
    startIndexer("fourth", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isEqualTo(end());
  }

  @Test
  void refusesDamagedSnapshotAtHole() throws IOException {
    writeSnapshotAndStop();
    Files.delete(onlySnapshot().resolve("synced"));
    log.deleteBefore(WEB.id(), end());
    report(1);
    startIndexer("second", ONCE);
    assertStopsAtHole("are missing", onlySnapshot() + " is not used: the backup is damaged");
  }

  @Test
  void replacesSnapshotWhoseStoreIsUnreadable() throws IOException {
    writeSnapshotAndStop();
    Path former = onlySnapshot();
    Path adapters = former.resolve("adapters");
    Files.writeString(adapters, Files.readString(adapters).replace("held", "hold"));
    startIndexer("second", OFTEN);
    report(1);
    awaitSnapshot();
    await(() -> warnings(indexer).isEmpty());
    indexer.stop();
    indexer = null;
    startIndexer("third", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isEqualTo(end());
  }

  @Test
  void keepsNewerSnapshotOfAnotherIndexer() throws IOException {
    writeSnapshotAndStop();
    Path former = onlySnapshot();
    Path list = former.resolve("BACKUP");
    String text = Files.readString(list);
    Files.writeString(list, text.replaceFirst("backup 1 [0-9]+", "backup 1 900"));
    Files.delete(partitionFile());
    startIndexer("first", OFTEN);
    report(1);
    awaitCopied();
    await(() -> partitionText().contains(WEB.id() + " 900"));
    assertThat(onlySnapshot()).isEqualTo(former);
  }

  @Test
  void refusesSnapshotOfNewerFormat() throws IOException {
    writeSnapshotAndStop();
    Path list = onlySnapshot().resolve("BACKUP");
    Files.writeString(list, Files.readString(list).replace("backup 1 ", "backup 2 "));
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isZero();
    assertThat(warnings(indexer))
        .singleElement()
        .asString()
        .contains(list + " says 'colophon backup 2");
  }

  @Test
  void refusesSnapshotWhoseStoreHasNewerFormat() throws IOException {
    writeSnapshotAndStop();
    Path version = onlySnapshot().resolve("VERSION");
    Files.writeString(version, "colophon store 2\n");
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isZero();
    assertThat(warnings(indexer)).singleElement().asString().contains(version + " says");
  }

  @Test
  void refusesSnapshotOfAnotherStoreOfTheHost() throws IOException {
    writeSnapshotAndStop();
    HostFrame first = log.of(WEB.id()).get(0);
    List<HostFrame> other = new ArrayList<>();
    for (HostFrame each : log.of(WEB.id())) {
      other.add(new HostFrame(each.hostId(), each.hostName(), first.storeId() + 1, each.bytes()));
    }
    Files.delete(partitionFile());
    log.set(WEB.id(), other);
    log.deleteBefore(WEB.id(), end() - 1);
    startIndexer("second", ONCE);
    assertStopsAtHole(onlySnapshot() + " is not used: it is of another store of the host");
  }

  @Test
  void refusesSnapshotOfAnotherHost() throws IOException {
    writeSnapshotAndStop();
    new StoreHost("b".repeat(32), "web").write(onlySnapshot());
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isZero();
    assertThat(warns(indexer, onlySnapshot() + " is not used: it is of another host")).isTrue();
  }

  @Test
  void ignoresPositionsOfAnotherLogOfTheSameName() throws IOException {
    writeSnapshotAndStop();
    log.setId("created again");
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isZero();
  }

  @Test
  void readsLogFromStartIfListOfPartitionIsDamaged() throws IOException {
    writeSnapshotAndStop();
    Files.writeString(partitionFile(), partitionText().replace("partition 1", "partition 2"));
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isZero();
    assertThat(warns(indexer, partitionFile() + " is damaged")).isTrue();
  }

  /** A crash while a snapshot is written leaves its partial directory and the former snapshot. */
  @Test
  void usesFormerSnapshotAfterCrashBeforeRenaming() throws IOException {
    writeSnapshotAndStop();
    Path former = onlySnapshot();
    Path partial = former.resolveSibling("999-first.partial");
    Files.createDirectory(partial);
    ServiceProbe.copy(former.resolve("journal"), partial.resolve("journal"));
    startIndexer("second", ONCE);
    assertSameAnswers();
    assertThat(lastBegin()).isEqualTo(end());

    startIndexer("first", OFTEN);
    report(1);
    awaitSnapshot();
    await(() -> Files.notExists(former));
    assertThat(partial).doesNotExist();
  }

  /** A crash between the two renames leaves no copy; the former one is beside. */
  @Test
  void putsFormerCopyBackAfterCrashDuringReplacement() throws IOException {
    startIndexer("first", ONCE);
    report(1);
    awaitCopied();
    indexer.stop();
    Path copy = HostDirectory.of(temp.resolve("first"), WEB);
    Files.move(copy, copy.resolveSibling(WEB.id() + ".replaced"));
    FileTree.delete(snapshots);
    startIndexer("first", ONCE);
    assertSameAnswers();
    assertThat(copy.resolveSibling(WEB.id() + ".replaced")).doesNotExist();
  }

  @Test
  void copiesWithoutDirectoryAndWarnsUntilItIsBack() throws IOException {
    Path away = temp.resolve("away");
    Files.move(snapshots, away);
    startIndexer("first", OFTEN);
    report(2);
    assertSameAnswers();
    await(() -> warns(indexer, "no new snapshots of partition"));
    assertThat(warnings(indexer)).allMatch(each -> each.contains("mount or create it"));
    assertThat(to(indexer).get("/metrics").text())
        .containsPattern("colophon_index_snapshots_failed [1-9]");
    Files.move(away, snapshots);
    awaitSnapshot();
    await(() -> warnings(indexer).isEmpty());
  }

  @Test
  void copiesAndWarnsWhileSnapshotCannotBeWritten() throws IOException {
    Files.writeString(snapshots.resolve(WEB.id()), "in the way");
    startIndexer("first", OFTEN);
    report(2);
    assertSameAnswers();
    await(() -> warns(indexer, "no new snapshots of partition"));
    report(1);
    assertSameAnswers();
    Files.delete(snapshots.resolve(WEB.id()));
    awaitSnapshot();
    await(() -> warnings(indexer).isEmpty());
  }

  @Test
  void snapshotSharesUnchangedFilesWithTheFormerOne() throws IOException {
    writeSnapshotAndStop();
    startIndexer("first", OFTEN); // which ends the segment
    report(1);
    awaitSnapshot();
    await(() -> isAlone());
    Map<String, Object> before = segments(onlySnapshot());
    report(1);
    awaitSnapshot();
    await(() -> isAlone());
    assertThat(segments(onlySnapshot()).entrySet())
        .as("segments with inodes, of which were before: " + before)
        .anyMatch(each -> each.getValue().equals(before.get(each.getKey())));
  }

  private boolean isAlone() {
    try (Stream<Path> all = Files.list(snapshots.resolve(WEB.id()))) {
      return all.count() == 1;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the inodes of the journal's segments. */
  private static Map<String, Object> segments(Path snapshot) throws IOException {
    Map<String, Object> inodes = new TreeMap<>();
    try (Stream<Path> all = Files.list(snapshot.resolve("journal"))) {
      for (Path each : all.toList()) {
        inodes.put(each.getFileName().toString(), Files.getAttribute(each, "unix:ino"));
      }
    }
    return inodes;
  }
}
