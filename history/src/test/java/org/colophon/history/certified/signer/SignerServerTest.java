// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.signer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.testing.Frames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignerServerTest {
  private final SigningKey key = SigningKey.generate("example.org/log");
  private final Frames frames = new Frames(1);

  @TempDir Path temp;
  private SignerServer server;

  @BeforeEach
  void start() {
    server = SignerServer.start(new GuardedSigner(key, temp.resolve("state")), socket());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path socket() {
    return temp.resolve("socket");
  }

  private LogWriter log(String name) {
    return new LogWriter(
        new LogPlace(temp.resolve(name), temp.resolve(name)), new RemoteSigner(socket()));
  }

  @Test
  void signsLogThatGrowsAlsoAfterRestart() {
    LogWriter log = log("log");
    log.append(frames.nextEntry());
    SignedNote note = log.sign(7);
    assertThat(note.by(key.verifier())).isNotNull();
    assertThat(note.by(key.cosigner()).timeSeconds()).isEqualTo(7);
    log.sign(8);
    stop();
    assertThatThrownBy(() -> log.sign(9)).hasMessageContaining("does not answer");
    start();
    log.append(frames.nextEntry());
    assertThat(Checkpoint.parse(log.sign(10).text()).size()).isEqualTo(2);
  }

  @Test
  void refusesSmallerAndOtherLogs() {
    LogWriter log = log("log");
    for (int i = 0; i < 3; i++) {
      log.append(frames.nextEntry());
    }
    log.sign(1);
    LogWriter other = log("other");
    assertThatThrownBy(() -> other.sign(2))
        .hasMessageContaining("refuses a checkpoint of 0 entries: it has signed 3 entries");
    for (int i = 0; i < 3; i++) {
      other.append(frames.nextEntry());
    }
    assertThatThrownBy(() -> other.sign(2)).hasMessageContaining("refuses");
    assertThatThrownBy(() -> new RemoteSigner(socket()).sign("something else\n", 1))
        .hasMessageContaining("not a checkpoint");
    assertThat(log.sign(3).by(key.verifier())).isNotNull();
  }
}
