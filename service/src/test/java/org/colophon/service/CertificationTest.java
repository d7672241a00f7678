// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.colophon.service.ServiceProbe.await;
import static org.colophon.service.ServiceProbe.reportRun;
import static org.colophon.service.ServiceProbe.status;
import static org.colophon.service.ServiceProbe.to;
import static org.colophon.service.ServiceProbe.warnings;
import static org.colophon.service.ServiceProbe.warns;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.files.FileTree;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogVerifier;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.signer.GuardedSigner;
import org.colophon.history.certified.signer.SignerServer;
import org.colophon.history.certified.witness.Witness;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.file.ConfigFile;
import org.colophon.service.config.history.ReplicationConfig;
import org.colophon.service.http.server.WitnessServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service that certifies its history. */
@Timeout(60)
class CertificationTest {
  private final SigningKey key = SigningKey.generate("web.example.org");
  private final SigningKey mine = SigningKey.generate("witness.example.org");

  @TempDir Path temp;

  private Service service;
  private WitnessServer witness;
  private int reported;

  @BeforeEach
  void writeKey() {
    KeyFile.write(temp.resolve("key"), key);
  }

  private Path store() {
    return temp.resolve("store");
  }

  private void start(Optional<Path> policy) {
    CertifyConfig certify =
        new CertifyConfig(temp.resolve("key").toString(), Optional.empty(), policy);
    service =
        Service.start(
            ServiceConfig.of(store())
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withReplication(ReplicationConfig.NONE.certifying(certify)));
  }

  private void startWitness(int port, SigningKey signer) {
    witness =
        WitnessServer.start(
            new Witness(
                signer,
                List.of(key.verifier()),
                temp.resolve("witness"),
                () -> System.currentTimeMillis() / 1000),
            "127.0.0.1",
            port);
  }

  private Path policy(int port) throws IOException {
    return Files.writeString(
        temp.resolve("policy"),
        "witness w %s http://127.0.0.1:%d\nquorum w\n".formatted(mine.cosigner(), port));
  }

  @AfterEach
  void stop() {
    if (service != null) {
      service.stop();
    }
    if (witness != null) {
      witness.close();
    }
  }

  private void report() throws IOException {
    reportRun(service, reported++);
  }

  private JsonNode certify() {
    return status(service).path("certify");
  }

  private void awaitCertified() {
    long lsn = status(service).path("durableLsn").asLong();
    await(() -> certify().path("certifiedLsn").asLong() >= lsn);
  }

  private Part verify() {
    LogPlace place = LogPlace.all(store()).get(0);
    LogVerifier verifier = new LogVerifier(place, key.verifier(), List.of());
    verifier.verifyLog();
    Path journal = StoreDirectory.journalIn(store());
    var unused =
        JournalVerifier.verify(journal, 0, bytes -> {}, verifier.frames("journal", journal, true));
    assertThat(verifier.missingFrames()).isZero();
    return verifier.result();
  }

  @Test
  void certifiesFramesAlsoAfterRestart() throws IOException {
    start(Optional.empty());
    report();
    awaitCertified();
    long entries = certify().path("entries").asLong();
    service.stop();
    assertThat(verify().damages()).isEmpty();
    start(Optional.empty());
    report();
    awaitCertified();
    assertThat(certify().path("entries").asLong()).isGreaterThan(entries);
    assertThat(certify().path("lostLsns").asLong()).isZero();
    service.stop();
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void showsCertificationInStatusMetricsAndHeaders() throws IOException {
    startWitness(0, mine);
    start(Optional.of(policy(witness.port())));
    report();
    awaitCertified();
    long lsn = certify().path("certifiedLsn").asLong();
    await(() -> certify().path("witnessedLsn").asLong() >= lsn);

    assertThat(to(service).get("/v1/status?format=text").text())
        .contains("certify     up to LSN " + lsn, "witnessed 1 of 1");
    assertThat(to(service).get("/metrics").text())
        .contains("colophon_certified_lsn " + lsn + ".0", "colophon_witnessed_lsn " + lsn + ".0");
    assertThat(to(service).get("/v1/lineage?target=/out0").header("Colophon-State"))
        .contains("; certified=" + lsn + "; witnessed=" + lsn);
  }

  @Test
  void answersHaveTheLastWitnessedLsn() throws IOException {
    startWitness(0, mine);
    start(Optional.of(policy(witness.port())));
    report();
    long lsn = status(service).path("durableLsn").asLong();
    await(() -> certify().path("witnessedLsn").asLong() >= lsn);
    for (String question :
        List.of(
            "/v1/lineage?target=/out0",
            "/v1/show?target=/out0",
            "/v1/why?effect=/out0&cause=/in")) {
      JsonNode state = to(service).get(question).json().path("certified");
      assertThat(state.path("lsn").asLong()).as(question).isGreaterThanOrEqualTo(lsn);
      assertThat(state.path("witnessedLsn").asLong()).as(question).isGreaterThanOrEqualTo(lsn);
      assertThat(state.path("cosigned").asInt()).as(question).isEqualTo(1);
      assertThat(state.path("witnesses").asInt()).as(question).isEqualTo(1);
    }
    assertThat(to(service).get("/v1/lineage?target=/out0").header("Colophon-State"))
        .contains("; cosigned=1; witnesses=1");
  }

  @Test
  void signsAgainWithoutNewFrames() throws IOException {
    start(Optional.empty());
    report();
    awaitCertified();
    Path checkpoint = LogPlace.all(store()).get(0).log().resolve("checkpoint");
    long first = time(checkpoint);
    await(() -> time(checkpoint) > first);
  }

  private long time(Path checkpoint) {
    try {
      return SignedNote.parse(Files.readString(checkpoint)).by(key.cosigner()).timeSeconds();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void recordsWhileWitnessIsDownAndRetriesIt() throws IOException {
    startWitness(0, mine);
    int port = witness.port();
    witness.close();
    start(Optional.of(policy(port)));
    report();
    awaitCertified();
    await(() -> warns(service, "witness w: the witness witness.example.org at"));
    assertThat(certify().path("cosigned").asInt()).isZero();
    startWitness(port, mine);
    await(() -> certify().path("cosigned").asInt() == 1);
    assertThat(warnings(service)).isEmpty();
  }

  @Test
  void reportsWitnessThatSignsWithAnotherKey() throws IOException {
    startWitness(0, SigningKey.generate("witness.example.org"));
    start(Optional.of(policy(witness.port())));
    report();
    await(() -> warns(service, "does not answer with a signature of witness.example.org"));
    awaitCertified();
    assertThat(certify().path("witnessedLsn").asLong()).isZero();
  }

  @Test
  void certifiesWhileWitnessDoesNotAnswer() throws IOException {
    HttpServer slow =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slow.start(); // accepts connections but never answers
    slow.createContext("/add-checkpoint", exchange -> {});
    try {
      start(Optional.of(policy(slow.getAddress().getPort())));
      report();
      awaitCertified();
      report();
      awaitCertified();
      assertThat(certify().path("witnessedLsn").asLong()).isZero();
    } finally {
      slow.stop(0);
    }
  }

  @Test
  void signsNothingWhenWitnessHasConfirmedLongerLog() throws Exception {
    startWitness(0, mine);
    Path policy = policy(witness.port());
    start(Optional.of(policy));
    report();
    awaitCertified();
    service.stop();
    run("cp", "-a", store().toString(), temp.resolve("older").toString());
    start(Optional.of(policy));
    report();
    awaitCertified();
    await(() -> certify().path("cosigned").asInt() == 1);
    service.stop();
    FileTree.delete(store());
    run("cp", "-a", temp.resolve("older").toString(), store().toString());
    Path signed = LogPlace.all(store()).get(0).own().resolve("signed");
    String before = Files.readString(signed);

    start(Optional.of(policy));
    await(() -> warns(service, "nothing is certified: the witness"));
    report(); // recording continues
    assertThat(warnings(service)).anyMatch(each -> each.contains("with a new key"));
    assertThat(to(service).get("/metrics").text()).contains("colophon_certify_failed 1.0");
    service.stop();
    assertThat(signed).hasContent(before);
  }

  @Test
  void reportsWitnessWithAnotherHistory() throws IOException {
    startWitness(0, mine);
    Path policy = policy(witness.port());
    start(Optional.of(policy));
    report();
    awaitCertified();
    await(() -> certify().path("cosigned").asInt() == 1);
    service.stop();
    FileTree.delete(store());
    start(Optional.of(policy));
    report();
    await(() -> warnings(service).stream().anyMatch(each -> each.contains("has seen")));
  }

  @Test
  void failsWhenLogDiffersFromSignedLog() throws IOException {
    start(Optional.empty());
    report();
    awaitCertified();
    service.stop();
    LogPlace place = LogPlace.all(store()).get(0);
    Path unforced = place.own().resolve("unforced");
    byte[] bytes = Files.readAllBytes(unforced);
    bytes[50] ^= 1;
    Files.write(unforced, bytes);
    String signed = Files.readString(place.own().resolve("signed"));

    start(Optional.empty());
    await(() -> warns(service, "does not match its signed checkpoint"));
    report(); // recording continues
    assertThat(Files.readString(place.own().resolve("signed"))).isEqualTo(signed);
    assertThat(to(service).get("/metrics").text()).contains("colophon_certify_failed 1.0");
  }

  @Test
  void recordsAndContinuesWhenTheLogCouldNotBeWritten() throws IOException {
    Files.writeString(temp.resolve("archive"), "not a directory");
    CertifyConfig certify =
        new CertifyConfig(
            temp.resolve("key").toString(), Optional.of(temp.resolve("archive")), Optional.empty());
    service =
        Service.start(
            ServiceConfig.of(store())
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withReplication(ReplicationConfig.NONE.certifying(certify)));
    report();
    await(() -> warns(service, "nothing is certified: cannot use the log's file"));
    Files.delete(temp.resolve("archive"));
    awaitCertified();
    service.stop();
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void recordsWhileTheDiskOfTheLogIsFull() throws Exception {
    assumeThat(System.getProperty("user.name")).as("needs root: mounts").isEqualTo("root");
    Path disk = Files.createDirectory(temp.resolve("archive"));
    run("mount", "-t", "tmpfs", "-o", "size=256k", "log", disk.toString());
    try {
      Path filler = fill(disk);
      CertifyConfig certify =
          new CertifyConfig(temp.resolve("key").toString(), Optional.of(disk), Optional.empty());
      service =
          Service.start(
              ServiceConfig.of(store())
                  .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                  .withReplication(ReplicationConfig.NONE.certifying(certify)));
      report();
      await(() -> warns(service, "nothing is certified"));
      report();
      Files.delete(filler);
      awaitCertified();
      service.stop();
      assertThat(verify().damages()).isEmpty();
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static Path fill(Path disk) throws IOException {
    Path filler = disk.resolve("filler");
    byte[] bytes = new byte[4096];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      assertThat(Files.size(filler)).isPositive(); // the disk is full
      return filler;
    }
  }

  @Test
  void writesTheLogIntoTheDirectoryOfTheArchive() throws IOException {
    CertifyConfig certify =
        new CertifyConfig(temp.resolve("key").toString(), Optional.empty(), Optional.empty());
    ArchiveConfig archive =
        new ArchiveConfig(temp.resolve("archive"), ArchiveConfig.DEFAULT_SEAL_AFTER);
    service =
        Service.start(
            ServiceConfig.of(store())
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withReplication(ReplicationConfig.NONE.certifying(certify).archiving(archive)));
    report();
    awaitCertified();
    assertThat(LogPlace.all(store()).get(0).log()).startsWith(temp.resolve("archive"));
    service.stop();
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void rejectsMissingReadableAndMalformedKeyFiles() throws IOException {
    Path file = temp.resolve("key");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> start(Optional.empty()))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("other users can read the secret key");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(file, "PRIVATE+KEY+x");
    assertThatThrownBy(() -> start(Optional.empty())).hasMessageContaining("not a secret key");
    Files.delete(file);
    assertThatThrownBy(() -> start(Optional.empty()))
        .hasMessageContaining("make one with colophon keygen");
  }

  @Test
  void readsKeyAndPolicyFromTheConfigurationFile() throws IOException {
    Path file = temp.resolve("c.yaml");
    Files.writeString(file, "store: store\ncertify: {key: key, policy: policy}\n");
    assertThat(StartCheck.problems(ConfigFile.read(file, store())))
        .containsExactly(
            "there is no policy " + temp.resolve("policy") + ": write one, or name another");
    policy(7500);
    assertThat(StartCheck.problems(ConfigFile.read(file, store()))).isEmpty();
    Files.writeString(file, "store: store\ncertify: {key: 'credential:k'}\n");
    assertThat(StartCheck.problems(ConfigFile.read(file, store())))
        .singleElement()
        .asString()
        .contains("systemd passes no credentials");
  }

  @Test
  @SuppressWarnings("try") // the signers sign until they are closed
  void signsThroughProcessThatHasTheKey() throws IOException {
    Path socket = temp.resolve("signer");
    CertifyConfig certify =
        new CertifyConfig("signer:" + socket, Optional.empty(), Optional.empty());
    ServiceConfig config =
        ServiceConfig.of(store())
            .withAdapters(List.of(AdapterSpec.of("rocksdb")))
            .withReplication(ReplicationConfig.NONE.certifying(certify));
    assertThatThrownBy(() -> Service.start(config)).hasMessageContaining("start it with colophon");
    GuardedSigner signer = new GuardedSigner(key, temp.resolve("state"));
    try (SignerServer server = SignerServer.start(signer, socket)) {
      service = Service.start(config);
      report();
      awaitCertified();
    }
    await(() -> warns(service, "the signer at"));
    report(); // recording continues
    try (SignerServer again = SignerServer.start(signer, socket)) {
      awaitCertified();
      assertThat(warnings(service)).isEmpty();
      service.stop();
    }
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  @SuppressWarnings("try") // the signer signs until it is closed
  void signsSameCheckpointAgainWhenLogLostIt() throws IOException {
    Path socket = temp.resolve("signer");
    CertifyConfig certify =
        new CertifyConfig("signer:" + socket, Optional.empty(), Optional.empty());
    ServiceConfig config =
        ServiceConfig.of(store())
            .withAdapters(List.of(AdapterSpec.of("rocksdb")))
            .withReplication(ReplicationConfig.NONE.certifying(certify));
    try (SignerServer server =
        SignerServer.start(new GuardedSigner(key, temp.resolve("state")), socket)) {
      service = Service.start(config);
      report();
      awaitCertified();
      Path log = LogPlace.all(store()).get(0).log();
      byte[] signed = Files.readAllBytes(log.resolve("signed"));
      byte[] published = Files.readAllBytes(log.resolve("checkpoint"));
      for (int i = 0; i < 5; i++) {
        report();
      }
      awaitCertified();
      service.stop();
      Files.write(log.resolve("signed"), signed); // as after a crash between the two writes
      Files.write(log.resolve("checkpoint"), published);
      service = Service.start(config);
      awaitCertified();
      assertThat(warnings(service)).isEmpty();
      service.stop();
    }
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void continuesWithNewKeyInNewLog() throws IOException {
    start(Optional.empty());
    report();
    awaitCertified();
    service.stop();
    Files.delete(temp.resolve("key"));
    SigningKey next = SigningKey.generate("web.example.org/2");
    KeyFile.write(temp.resolve("key"), next);
    start(Optional.empty());
    report();
    awaitCertified();

    assertThat(LogPlace.all(store())).hasSize(2);
    assertThat(certify().path("key").asText()).isEqualTo(next.verifier().toString());
  }
}
