// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.files.FileTree;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.service.Service;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertifyCommandsTest {
  private static final int REFUSED = 1;

  @TempDir private static Path certified;

  @TempDir private Path directory;

  private CommandTester tester;
  private String key;

  @BeforeAll
  static void certify() throws IOException {
    CommandTester tester = new CommandTester(certified);
    String key = tester.run("keygen", "web.example.org", "-o", "secret").out().strip();
    Files.writeString(certified.resolve("web.pub"), key + "\n");
    serve(certified);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    tester.record(
        sink -> {
          Recorded.copy(sink, Bytes.of("/b"), Bytes.of("/c"));
          FileDigest digest = new FileDigest("1".repeat(64), "2".repeat(40), 5);
          sink.extend(0, sink.resolve(Bytes.of("/c")), FileDigest.TYPE, digest.bytes(), 1);
        });
    serve(certified);
  }

  /** Every test may change what it gets, since it gets a copy. */
  @BeforeEach
  void copy() throws IOException {
    for (String name : List.of("secret", "web.pub", "store", "archive")) {
      StoreCopy.copy(certified.resolve(name), directory.resolve(name));
    }
    tester = new CommandTester(directory).withStrace();
    key = Files.readString(directory.resolve("web.pub")).strip();
  }

  private Outcome run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--archive", "archive"));
    return tester.run(all.toArray(String[]::new));
  }

  private void serve() {
    serve(directory);
  }

  /** Runs a service that certifies the recorded history. */
  private static void serve(Path directory) {
    CertifyConfig certify =
        new CertifyConfig(
            directory.resolve("secret").toString(), Optional.empty(), Optional.empty());
    ArchiveConfig archive =
        new ArchiveConfig(directory.resolve("archive"), ArchiveConfig.DEFAULT_SEAL_AFTER);
    Service.start(
            ServiceConfig.of(directory.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withReplication(ReplicationConfig.NONE.certifying(certify).archiving(archive)))
        .stop();
  }

  @Test
  void provesTheWriteTheNameAndTheProgramOfFile() {
    Outcome proven = run("prove", "/c", "-o", "c.tlog-proof");
    assertThat(proven.exitCode()).as(proven.err()).isZero();
    assertThat(proven.out())
        .contains("c.tlog-proof\n", "c-name.tlog-proof\n", "c-program.tlog-proof\n");

    Outcome checked =
        tester.run(
            "check-proof",
            "c.tlog-proof",
            "c-name.tlog-proof",
            "c-program.tlog-proof",
            "--key",
            "web.pub");

    assertThat(checked.exitCode()).isZero();
    assertThat(checked.out())
        .contains("holds  c.tlog-proof", "write of object", "(/c)", "certified by web.example.org");
  }

  @Test
  void provesRecordsWithinFramesOfTheArchive() {
    int proven = 0;
    for (int lsn = 1; lsn <= 17; lsn++) {
      Outcome outcome = run("prove", Integer.toString(lsn), "-o", "record.tlog-proof");
      if (outcome.exitCode() == 0) {
        Outcome checked = tester.run("check-proof", "record.tlog-proof", "--key", key);
        assertThat(checked.out()).contains("holds", "LSN " + lsn + ",");
        proven++;
      } else {
        assertThat(outcome.err()).contains("no record has LSN " + lsn);
      }
    }
    assertThat(proven).isGreaterThan(5);
  }

  @Test
  void rejectsProofsOfOtherKeysAndChangedProofs() throws IOException {
    assertThat(run("prove", "/c", "-o", "c.tlog-proof").exitCode()).isZero();
    String other = SigningKey.generate("web.example.org").verifier().toString();
    Outcome foreign = tester.run("check-proof", "c.tlog-proof", "--key", other, "--json");
    assertThat(foreign.exitCode()).isEqualTo(REFUSED);
    assertThat(foreign.out()).contains("\"holds\" : false", "not signed by the key");

    Path file = directory.resolve("c.tlog-proof");
    Files.writeString(file, Files.readString(file).replaceFirst("index [0-9]+", "index 0"));
    Outcome changed = tester.run("check-proof", "c.tlog-proof", "--key", key);
    assertThat(changed.exitCode()).isEqualTo(REFUSED);
    assertThat(changed.out()).contains("does not hold  c.tlog-proof");
  }

  @Test
  void exportsProofsWithinProvJson() throws IOException {
    Outcome exported = run("export", "/c", "--certified", "-f", "prov-json", "-o", "c.json");
    assertThat(exported.exitCode()).as(exported.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(directory.resolve("c.json").toFile());
    assertThat(document.path("activity")).allMatch(each -> each.has("colophon:proof"));

    Outcome checked = tester.run("check-proof", "c.json", "--key", key);

    assertThat(checked.exitCode()).isZero();
    assertThat(checked.out()).contains("holds  c.json#process:");
    assertThat(tester.run("export", "/c", "--certified", "-f", "dot").err())
        .contains("--certified needs -f prov-json");
    assertThat(run("export", "/c", "-f", "prov-json").err())
        .contains("--archive needs --certified");
  }

  @Test
  void provesChangedFileOnlyAsRecorded() throws IOException {
    Path file = directory.resolve("figure");
    assertThat(tester.run("trace", "--", "sh", "-c", "printf hello > '" + file + "'").exitCode())
        .isZero();
    serve();
    assertThat(run("prove", file.toString(), "-o", "a.tlog-proof").exitCode()).isZero();
    Files.writeString(file, "other text");

    Outcome refused = run("prove", file.toString(), "-o", "b.tlog-proof");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("refused, because " + file + " on the disk is not");
    assertThat(directory.resolve("b.tlog-proof")).doesNotExist();
    Outcome accepted = run("prove", file.toString(), "-o", "b.tlog-proof", "--as-recorded");
    assertThat(accepted.exitCode()).as(accepted.err()).isZero();
    String[] export = {"export", file.toString(), "--certified", "-f", "prov-json"};
    assertThat(run(export).exitCode()).isEqualTo(2);
    String[] all = Arrays.copyOf(export, export.length + 1);
    all[export.length] = "--as-recorded";
    assertThat(run(all).out()).contains("colophon:asRecorded", "on the disk is not the recorded");
  }

  @Test
  void acceptsRecordedFilesOnlyInExportsWithProofs() {
    assertThat(tester.run("export", "/c", "-f", "json", "--as-recorded").err())
        .contains("--as-recorded needs --certified");
  }

  @Test
  void verifiesTheLogAgainstKeyAndKeptCheckpoints() throws IOException {
    Outcome intact = run("verify", "--key", "web.pub", "--complete");
    assertThat(intact.exitCode()).as(intact.out()).isZero();
    assertThat(intact.out()).contains("certified log  intact", "frames against them");

    Path log = LogPlace.all(tester.store).get(0).log();
    Path older = directory.resolve("older");
    Path archive = directory.resolve("archive");
    StoreCopy.copy(tester.store, older.resolve("store"));
    StoreCopy.copy(archive, older.resolve("archive"));
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/d")));
    serve();
    Files.copy(log.resolve("checkpoint"), directory.resolve("kept"));
    assertThat(tester.run("verify", "--against", "kept").exitCode()).isZero();

    FileTree.delete(tester.store); // an attacker restores an old copy of all files
    FileTree.delete(archive);
    StoreCopy.copy(older.resolve("store"), tester.store);
    StoreCopy.copy(older.resolve("archive"), archive);
    assertThat(tester.run("verify").exitCode()).isZero();
    Outcome replaced = tester.run("verify", "--against", "kept");
    assertThat(replaced.exitCode()).isEqualTo(REFUSED);
    assertThat(replaced.out()).contains("its end is cut off");
  }

  @Test
  void failsWhenTheRequiredLogIsMissing() throws IOException {
    Files.writeString(directory.resolve("policy"), "log " + key + "\nquorum none\n");
    Files.writeString(directory.resolve("any"), "quorum none\n");
    Path log = LogPlace.all(tester.store).get(0).log();
    Files.copy(log.resolve("checkpoint"), directory.resolve("kept"));
    assertThat(run("verify", "--policy", "policy").exitCode()).isZero();

    FileTree.delete(tester.store.resolve("certified"));
    assertThat(run("verify", "--policy", "policy").exitCode()).isEqualTo(REFUSED);
    assertThat(tester.run("verify").out()).contains("frames were written for a certified log");
    FileTree.delete(log);
    for (String[] option :
        new String[][] {
          {"--policy", "policy"}, {"--policy", "any"}, {"--complete"}, {"--against", "kept"}
        }) {
      String[] words = Stream.concat(Stream.of("verify"), Stream.of(option)).toArray(String[]::new);
      Outcome outcome = run(words);
      assertThat(outcome.exitCode()).as(String.join(" ", words)).isEqualTo(REFUSED);
      assertThat(outcome.out()).contains("certified log  damaged", "missing");
    }
  }

  @Test
  void readsTheLogBesideTheCopiedArchive() throws IOException {
    Path copy = directory.resolve("copy/store");
    Path archive = directory.resolve("copy/archive");
    StoreCopy.copy(tester.store, copy);
    StoreCopy.copy(directory.resolve("archive"), archive);
    String[] words = {
      "verify", "--store", copy.toString(), "--archive", archive.toString(), "--key", "web.pub"
    };
    Outcome intact = tester.run(words);
    assertThat(intact.exitCode()).as(intact.out() + intact.err()).isZero();
    assertThat(intact.out()).contains("host", "does not name its host");

    Path log = LogPlace.all(copy).get(0).log();
    assertThat(log).startsWith(archive);
    Path bundle = log.resolve("tile/entries/000.p");
    Path entries = bundle.resolve(bundle.toFile().list()[0]);
    byte[] bytes = Files.readAllBytes(entries);
    bytes[30] ^= 1;
    Files.write(entries, bytes);
    assertThat(tester.run(words).exitCode()).isEqualTo(REFUSED);
    bytes[30] ^= 1;
    Files.write(entries, bytes);
    FileTree.delete(directory.resolve("archive"));
    assertThat(tester.run(words).exitCode()).isZero();
    assertThat(tester.run("verify", "--archive", "archive").exitCode()).isEqualTo(REFUSED);
  }

  @Test
  void verifiesAnArchiveWithoutItsStore() throws IOException {
    FileTree.delete(tester.store);

    Outcome outcome = run("verify", "--key", "web.pub");

    assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("only the archive is checked", "archive        intact", "certified log  intact")
        .doesNotContain(" 0 frames against");
    assertThat(run("verify", "--store", "store").exitCode()).isEqualTo(ExitCode.TROUBLE);
  }

  @Test
  void verifiesCopiedHistoryAgainstCopiedLog() throws IOException {
    Path copied = directory.resolve("copied");
    StoreCopy.copy(LogPlace.all(tester.store).get(0).log(), copied);
    Path restored = directory.resolve("restored");
    Outcome made = run("restore", "--store", restored.toString());
    assertThat(made.exitCode()).as(made.err()).isZero();
    String[] words = {
      "verify", "--store", restored.toString(), "--log", "copied", "--key", "web.pub"
    };

    Outcome intact = tester.run(words);
    assertThat(intact.exitCode()).as(intact.out() + intact.err()).isZero();
    assertThat(intact.out()).contains("certified log  intact").doesNotContain(" 0 frames against");

    Path bundle = copied.resolve("tile/entries/000.p");
    Path entries = bundle.resolve(bundle.toFile().list()[0]);
    byte[] bytes = Files.readAllBytes(entries);
    bytes[30] ^= 1;
    Files.write(entries, bytes);
    assertThat(tester.run(words).exitCode()).isEqualTo(REFUSED);
  }

  @Test
  void verifiesAndProvesHistoryCopiedByService() throws IOException {
    Path hub = directory.resolve("hub");
    int port = freePort();
    ListenConfig listen =
        new ListenConfig(Optional.empty(), Optional.of(TcpConfig.loopback(port)), Optional.empty());
    Service copying =
        Service.start(
            ServiceConfig.of(hub)
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withListen(listen));
    CommandTester web = new CommandTester(directory.resolve("web"));
    new StoreHost("a".repeat(32), "web").write(web.store);
    SharedLogSpec push =
        new SharedLogSpec(
            "service",
            Map.of("url", "http://127.0.0.1:" + port, "token", hub.resolve("token").toString()));
    CertifyConfig certify =
        new CertifyConfig(
            directory.resolve("secret").toString(), Optional.empty(), Optional.empty());
    ServiceConfig config =
        ServiceConfig.of(web.store)
            .withAdapters(List.of(AdapterSpec.of("rocksdb")))
            .withReplication(ReplicationConfig.NONE.certifying(certify).publishing(push));
    Service.start(config).stop(); // the journal keeps frames for both from now on
    web.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    Service recording = Service.start(config);
    String[] prove = {
      "prove", "/b", "--store", hub.toString(), "--host", "web", "-o", "b.tlog-proof"
    };
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Outcome proven = tester.run(prove);
    while (proven.exitCode() != 0 && System.nanoTime() < deadline) {
      proven = tester.run(prove);
    }
    assertThat(proven.exitCode()).as(proven.err()).isZero();
    recording.stop();
    copying.stop();

    assertThat(tester.run("check-proof", "b.tlog-proof", "--key", "web.pub").exitCode()).isZero();
    Outcome verified =
        tester.run(
            "verify", "--store", hub.toString(), "--host", "web", "--key", "web.pub", "--complete");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    assertThat(verified.out())
        .contains("certified log  intact")
        .doesNotContain(" 0 frames against");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void comparesContentsWithTheHistory() throws IOException {
    Outcome same = run("verify", "--contents");
    assertThat(same.exitCode()).as(same.out() + same.err()).isZero();
    assertThat(same.out()).contains("contents       intact", "against the history");
    assertThat(tester.store.resolveSibling(tester.store.getFileName() + ".verifying"))
        .doesNotExist();

    CommandTester other = new CommandTester(directory.resolve("other"));
    StoreCopy.copy(tester.store, other.store);
    other.record(sink -> Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/forged")));
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/d")));
    serve();
    replaceAdapter(other.store);
    Outcome changed = run("verify", "--contents");
    assertThat(changed.exitCode()).isEqualTo(REFUSED);
    assertThat(changed.out()).contains("its contents differ from the history");
  }

  /**
   * Replaces the adapter's data by that of another store, as an attacker does who changes the
   * history.
   */
  private void replaceAdapter(Path other) throws IOException {
    Path mine = StoreDirectory.adapterIn(tester.store, "rocksdb");
    FileTree.delete(mine);
    StoreCopy.copy(StoreDirectory.adapterIn(other, "rocksdb"), mine);
  }

  @Test
  void explainsWhyRecordCannotBeProven() {
    assertThat(run("prove", "999999", "-o", "x").err()).contains("no record has LSN 999999");
    assertThat(run("prove", "/none", "-o", "x").exitCode()).isNotZero();
    Outcome read = run("prove", "/a", "-o", "x");
    assertThat(read.exitCode()).isNotZero();
    assertThat(read.err()).contains("released the writes of /a");
    CommandTester uncertified = new CommandTester(directory.resolve("other"));
    uncertified.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    assertThat(uncertified.run("prove", "/b", "-o", "x").err()).contains("is not certified");
  }

  @Test
  void reportsWrongArguments() {
    assertThat(tester.run("keygen", "web", "-o", "secret").err()).contains("never overwritten");
    assertThat(tester.run("keygen", "two words", "-o", "x").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(tester.run("check-proof", "none", "--key", key).err()).contains("there is no proof");
    assertThat(tester.run("check-proof", "web.pub", "--key", key).out()).contains("not a proof");
    assertThat(tester.run("check-proof", "web.pub").err()).contains("--key, or in the policy");
    assertThat(tester.run("verify", "--key", SigningKey.generate("x").verifier().toString()).err())
        .contains("has the key");
    assertThat(tester.run("witness", "--key", "secret", "--state", "w").err())
        .contains("public key of at least one log");
    assertThat(
            tester
                .run("witness", "--key", "secret", "--state", "w", "--log", key, "--listen", "x")
                .err())
        .contains("--listen must be HOST:PORT");
  }
}
