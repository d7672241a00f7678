// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests backups of a store, and stores restored from backups. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BackupCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;
  private CommandTester other;
  private Path backup;

  @BeforeEach
  void record() {
    tester = new CommandTester(directory);
    other = new CommandTester(directory.resolve("other"));
    backup = directory.resolve("backup");
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/in"), Bytes.of("/out")));
  }

  private Outcome restore() {
    return other.run("restore", backup.toString());
  }

  @Test
  void returnsTheSameAnswersAfterRestore() {
    Outcome made = tester.run("backup", backup.toString());
    assertThat(made.exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(restore().exitCode()).isEqualTo(ExitCode.FOUND);
    String lsn = made.err().strip().replaceFirst(".* ", "");
    for (String question : List.of("lineage /out", "history /out", "show /out", "export")) {
      String[] words = (question + " --as-of " + lsn).split(" ");
      assertThat(other.run(words)).as(question).isEqualTo(tester.run(words));
    }
    assertThat(other.run("verify").exitCode()).isEqualTo(ExitCode.FOUND);
  }

  @Test
  void restoredStoreAndOriginalStayComplete() {
    tester.run("backup", backup.toString());
    restore();
    assertThat(other.run("lineage", "/out").out()).doesNotContain("incomplete");
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/out"), Bytes.of("/later")));
    assertThat(tester.run("lineage", "/later").out()).doesNotContain("incomplete");
    assertThat(other.run("lineage", "/out").out()).doesNotContain("incomplete");
    assertThat(other.run("verify").exitCode()).isEqualTo(ExitCode.FOUND);
  }

  @Test
  void replacementHasGapAfterTheBackup() {
    tester.run("backup", backup.toString());
    Outcome restored = other.run("restore", "--as-replacement", backup.toString());
    assertThat(restored.exitCode()).as(restored.err()).isEqualTo(ExitCode.FOUND);
    Outcome asked = other.run("lineage", "/out");
    assertThat(asked.out() + asked.err()).contains("incomplete");
    Outcome both = other.run("restore", "--as-replacement", "--as-copy", backup.toString());
    assertThat(both.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void continuesRecordingInRestoredStore() {
    tester.run("backup", backup.toString());
    restore();
    other.record(sink -> Recorded.copy(sink, Bytes.of("/out"), Bytes.of("/later")));
    assertThat(other.run("lineage", "/later").out()).contains("/in");
    assertThat(tester.run("lineage", "/later").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  /** Serves the store with an archive. Records three copies, each in a run of the service. */
  private Path archive() {
    Path archive = directory.resolve("archive");
    ArchiveConfig config = new ArchiveConfig(archive, ArchiveConfig.DEFAULT_SEAL_AFTER);
    for (int i = 0; i < 3; i++) {
      Service service =
          Service.start(
              ServiceConfig.of(other.store)
                  .withReplication(ReplicationConfig.NONE.archiving(config)));
      try (ServiceConnection connection = ServiceConnection.at(service.config().socket()).build();
          RemoteSink sink = RemoteSink.to(connection, "copies" + i).build()) {
        Recorded.copy(sink, Bytes.of("/" + i), Bytes.of("/" + (i + 1)));
      }
      if (i == 0) {
        other.run("backup", backup.toString());
      }
      service.stop();
    }
    return archive;
  }

  @Test
  void makesStoreFromArchiveAlone() {
    Path archive = archive();
    CommandTester restored = new CommandTester(directory.resolve("restored"));
    Outcome outcome = restored.run("restore", "--archive", archive.toString());
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(ExitCode.FOUND);
    String lsn = outcome.err().replaceFirst("(?s).*LSN ([0-9]+).*", "$1");
    for (String question : List.of("lineage /3", "history /1", "find", "export")) {
      String[] words = (question + " --as-of " + lsn).split(" ");
      assertThat(restored.run(words)).as(question).isEqualTo(other.run(words));
    }
    Outcome verified = restored.run("verify", "--archive", archive.toString());
    assertThat(verified.out()).containsPattern("archive +intact");
    restored.record(sink -> Recorded.copy(sink, Bytes.of("/3"), Bytes.of("/4")));
    assertThat(restored.run("lineage", "/4").out()).contains("/0");
  }

  @Test
  void continuesBackupWithArchiveUpToGivenLsn() {
    Path archive = archive();
    for (String until : List.of("", "--until=1")) {
      CommandTester restored = new CommandTester(directory.resolve("restored" + until));
      Outcome outcome =
          restored.run(
              "restore",
              backup.toString(),
              "--archive",
              archive.toString(),
              until.isEmpty() ? "--until=1000000000" : until);
      assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(ExitCode.FOUND);
      assertThat(restored.run("lineage", "/1").exitCode()).isEqualTo(ExitCode.FOUND);
      assertThat(restored.run("lineage", "/3").exitCode())
          .isEqualTo(until.isEmpty() ? ExitCode.FOUND : ExitCode.NOTHING);
    }
  }

  @Test
  void reportsDamagedAndForeignArchives() throws IOException {
    Path archive = archive();
    Path piece;
    try (Stream<Path> files = Files.walk(archive)) {
      piece = files.filter(Files::isRegularFile).sorted().skip(1).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(piece);
    bytes[bytes.length / 2] ^= 1;
    Files.write(piece, bytes);
    Outcome verified = other.run("verify", "--archive", archive.toString());
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.out()).contains(piece.toString());
    CommandTester restored = new CommandTester(directory.resolve("restored"));
    Outcome outcome = restored.run("restore", "--archive", archive.toString());
    assertThat(outcome.err()).contains(piece.toString());
    assertThat(restored.store).doesNotExist();
    assertThat(tester.run("restore").err()).contains("--archive DIR");
    tester.run("backup", backup.resolveSibling("foreign").toString());
    Outcome foreign =
        restored.run(
            "restore",
            backup.resolveSibling("foreign").toString(),
            "--archive",
            archive.toString());
    assertThat(foreign.err()).contains("is empty");
  }

  /**
   * A backup contains all operations that were acknowledged before it began, even during other
   * writes. Later writes do not change it, although it shares files with the store.
   */
  @Test
  void copiesStoreWhileServiceRecords() throws Exception {
    String absentReader = "follower 0 " + System.currentTimeMillis(); // keeps all segments
    Files.writeString(tester.store.resolve("feed-readers"), absentReader);
    Service service = Service.start(ServiceConfig.of(tester.store));
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger acknowledged = new AtomicInteger();
    Map<Path, String> copied = new HashMap<>();
    Thread writer = new Thread(() -> write(service, isOver, acknowledged));
    writer.start();
    try {
      for (int round = 0; round < 3; round++) {
        int before = acknowledged.get();
        Path copy = directory.resolve("backup" + round);
        Outcome made = tester.run("backup", copy.toString());
        assertThat(made.exitCode()).as(made.err()).isEqualTo(ExitCode.FOUND);
        copied.putAll(digests(copy));
        CommandTester restored = new CommandTester(directory.resolve("restored" + round));
        assertThat(restored.run("restore", copy.toString()).exitCode()).isEqualTo(ExitCode.FOUND);
        for (int i = 1; i <= before; i += Math.max(1, before / 20)) {
          assertThat(restored.run("lineage", "/file" + i).out()).contains("/in");
        }
        assertThat(restored.run("status").out()).doesNotContain("damage");
        assertThat(restored.run("verify").exitCode()).isEqualTo(ExitCode.FOUND);
        awaitMore(acknowledged, before);
      }
    } finally {
      isOver.set(true);
      writer.join();
      assertThat(service.stop()).isTrue();
    }
    assertThat(acknowledged.get()).isPositive();
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/out"), Bytes.of("/later")));
    for (int round = 0; round < 3; round++) {
      assertThat(copied).containsAllEntriesOf(digests(directory.resolve("backup" + round)));
    }
    assertThat(names(directory.resolve("backup2/journal"))).contains(1).anyMatch(each -> each > 1);
  }

  private static Map<Path, String> digests(Path backup) throws Exception {
    Map<Path, String> digests = new HashMap<>();
    try (Stream<Path> files = Files.walk(backup)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        digests.put(file, HexFormat.of().formatHex(digest));
      }
    }
    return digests;
  }

  /** Returns the number of names of each file. */
  private static List<Integer> names(Path directory) throws IOException {
    List<Integer> counts = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        counts.add((Integer) Files.getAttribute(file, "unix:nlink"));
      }
    }
    return counts;
  }

  private static void awaitMore(AtomicInteger count, int before) {
    while (count.get() <= before) {
      LockSupport.parkNanos(1_000_000); // the class has a time limit
    }
  }

  private static void write(Service service, AtomicBoolean isOver, AtomicInteger acknowledged) {
    try (ServiceConnection connection = ServiceConnection.at(service.config().socket()).build();
        RemoteSink sink = RemoteSink.to(connection, "writer").build()) {
      while (!isOver.get()) {
        int next = acknowledged.get() + 1;
        Recorded.copy(sink, Bytes.of("/in"), Bytes.of("/file" + next));
        sink.awaitDurable(sink.flush());
        acknowledged.set(next);
      }
    }
  }

  @Test
  void refusesExistingTargetsAndStores() throws IOException {
    Files.createDirectory(backup);
    Outcome exists = tester.run("backup", backup.toString());
    assertThat(exists.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(exists.err()).contains("choose a new directory");
    Files.delete(backup);
    Outcome inside = tester.run("backup", tester.store.resolve("copy").toString());
    assertThat(inside.err()).contains("outside the store");
    tester.run("backup", backup.toString());
    Outcome over = tester.run("restore", backup.toString());
    assertThat(over.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(over.err()).contains("has content already");
  }

  @Test
  void refusesDamagedAndForeignBackups() throws IOException {
    assertThat(restore().err()).contains("is not a complete backup");
    tester.run("backup", backup.toString());
    Path segment;
    try (var files = Files.list(backup.resolve("journal"))) {
      segment = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(restore().err()).contains("the backup is damaged", segment.toString());
    Files.delete(segment);
    assertThat(restore().err()).contains("no file instead of " + bytes.length);
    assertThat(other.store).doesNotExist();
    Files.writeString(backup.resolve("BACKUP"), "colophon backup 1 7\n5 ../../x\n");
    assertThat(restore().err()).contains("leads out of the backup");
    Files.writeString(backup.resolve("BACKUP"), "colophon backup 2 7\n");
    assertThat(restore().err()).contains("this Colophon knows");
  }

  @Test
  void ignoresLeftoversOfKilledBackupAndRestore() throws IOException {
    Path partial = Files.createDirectory(directory.resolve("backup.partial"));
    Files.writeString(partial.resolve("rest"), "");
    assertThat(tester.run("lineage", "/out", "--store", partial.toString()).exitCode())
        .isNotEqualTo(ExitCode.FOUND);
    assertThat(tester.run("backup", backup.toString()).exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(partial).doesNotExist();
    Path growing = other.store.resolveSibling("store.restoring");
    Files.createDirectories(growing);
    Files.writeString(growing.resolve("rest"), "");
    assertThat(restore().exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(growing).doesNotExist();
    assertThat(other.store.resolve("rest")).doesNotExist();
  }

  @Test
  void omitsTokenFromBackup() throws IOException {
    Files.writeString(tester.store.resolve("token"), "secret");
    tester.run("backup", backup.toString());
    assertThat(backup.resolve("token")).doesNotExist();
  }
}
