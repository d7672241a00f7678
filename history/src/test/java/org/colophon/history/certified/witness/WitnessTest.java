// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.testing.Frames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessTest {
  private final SigningKey key = SigningKey.generate("example.org/log");
  private final SigningKey mine = SigningKey.generate("example.org/witness");
  private final Frames frames = new Frames(1);

  @TempDir Path temp;
  private LogWriter log;
  private Witness witness;

  @BeforeEach
  void open() {
    log = new LogWriter(new LogPlace(temp.resolve("log"), temp.resolve("store")), key);
    witness = witness();
  }

  private Witness witness() {
    return new Witness(mine, List.of(key.verifier()), temp.resolve("witness"), () -> 1234);
  }

  private SignedNote grow(int entries) {
    for (int i = 0; i < entries; i++) {
      log.append(frames.nextEntry());
    }
    return log.sign(1);
  }

  private Witness.Reply add(long oldSize, SignedNote note) {
    long size = Checkpoint.parse(note.text()).size();
    List<Bytes> proof =
        log.files().tree(size).consistency(oldSize, size).stream().map(Bytes::wrap).toList();
    return witness.add(new AddCheckpoint(oldSize, proof, note).format());
  }

  @Test
  void cosignsLogThatGrows() {
    SignedNote first = grow(3);
    SignedNote cosigned = first.with(SignedNote.parseSignatures(add(0, first).body()));
    assertThat(cosigned.by(mine.cosigner()).timeSeconds()).isEqualTo(1234);

    SignedNote second = grow(400);
    assertThat(add(3, second).status()).isEqualTo(200);
    assertThat(add(403, second).status()).isEqualTo(200);
    witness = witness(); // after a restart
    assertThat(add(403, second).status()).isEqualTo(200);
  }

  @Test
  void answersWithItsSizeIfOldSizeDiffers() {
    SignedNote first = grow(3);
    add(0, first);
    SignedNote second = grow(4);

    Witness.Reply reply = add(0, second);

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.mediaType()).isEqualTo("text/x.tlog.size");
    assertThat(reply.body()).isEqualTo("3\n");
  }

  @Test
  void refusesLogThatWasRewritten() {
    SignedNote first = grow(5);
    add(0, first);
    log = new LogWriter(new LogPlace(temp.resolve("other"), temp.resolve("other")), key);
    SignedNote same = grow(5);
    assertThat(add(5, same).status()).isEqualTo(409);
    SignedNote longer = grow(5);
    assertThat(add(5, longer).status()).isEqualTo(422);
    assertThat(add(5, first).status()).isEqualTo(200);
  }

  @Test
  void refusesUnknownUnsignedAndMalformedCheckpoints() {
    SignedNote note = grow(2);
    SigningKey stranger = SigningKey.generate(key.name());
    SignedNote forged = new SignedNote(note.text(), List.of(stranger.sign(note.text())));
    String text = note.text().replace("example.org/log", "example.org/else");
    SignedNote unknown = new SignedNote(text, List.of(key.sign(text)));

    assertThat(add(0, forged).status()).isEqualTo(403);
    assertThat(add(0, unknown).status()).isEqualTo(404);
    assertThat(witness.add(new AddCheckpoint(3, List.of(), note).format()).status()).isEqualTo(400);
    for (String body :
        List.of("", "old 0", "old x\n\n" + note.format(), "old 0\nAA\n\n" + note.format())) {
      assertThat(witness.add(body).status()).isEqualTo(400);
    }
  }
}
