// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.testing.Frames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordProofTest {
  private static final int RECORDS = 2000;

  private final SigningKey key = SigningKey.generate("example.org/log");
  private final SigningKey witness = SigningKey.generate("example.org/witness");

  @TempDir Path temp;
  private LogWriter log;
  private byte[] large;

  @BeforeEach
  void fillLog() {
    Frames frames = new Frames(3);
    log = new LogWriter(new LogPlace(temp.resolve("log"), temp.resolve("store")), key);
    for (int i = 0; i < 300; i++) {
      log.append(frames.nextEntry());
    }
    large = frames.next(RECORDS);
    log.append(Frames.entry(large));
    log.append(frames.nextEntry());
    SignedNote note = log.sign(77);
    LogWriter.publishWitnessed(
        log.files().directory(), note.with(List.of(witness.cosign(note.text(), 78))));
  }

  private RecordProof prove(long lsn) {
    return RecordProof.of(lsn, log.files(), Frames.STORE, large, 0);
  }

  @Test
  void provesEachRecordOfLargeFrame() {
    for (long lsn = 301; lsn <= 300 + RECORDS; lsn += 7) {
      String text = prove(lsn).log().format();

      RecordProof.Proven proven =
          RecordProof.parse(text).check(key.verifier(), WitnessPolicy.EMPTY);

      assertThat(proven.record().lsn()).isEqualTo(lsn);
      assertThat(proven.record().type()).isEqualTo(RecordType.BIND);
      assertThat(proven.timeSeconds()).isEqualTo(77);
      assertThat(text.length()).isLessThan(8192);
    }
  }

  @Test
  void refusesUncertifiedAndMissingRecords() {
    byte[] other = new Frames(4).next(3);
    assertThatThrownBy(() -> RecordProof.of(2, log.files(), Frames.STORE, other, 0))
        .hasMessageContaining("not the one that was certified");
    assertThatThrownBy(() -> prove(9_999)).hasMessageContaining("no record has LSN 9999");
  }

  @Test
  void requiresTheKeyAndThePolicy() {
    RecordProof proof = prove(500);
    SigningKey other = SigningKey.generate(key.name());
    String policy = "witness w %s\nquorum w\n";

    assertThat(
            proof
                .check(
                    key.verifier(), WitnessPolicy.parse(policy.formatted(witness.cosigner()), "p"))
                .cosigners())
        .containsExactly("w");
    assertThatThrownBy(
            () ->
                proof.check(
                    key.verifier(), WitnessPolicy.parse(policy.formatted(other.cosigner()), "p")))
        .hasMessageContaining("not enough cosignatures");
    assertThatThrownBy(() -> proof.check(other.verifier(), WitnessPolicy.EMPTY))
        .hasMessageContaining("not signed by the key");
    assertThatThrownBy(() -> proof.check(SigningKey.generate("b").verifier(), WitnessPolicy.EMPTY))
        .hasMessageContaining("about the log example.org/log");
  }

  @Test
  void refusesAnyChange() {
    String text = prove(1234).log().format();
    byte[] original = text.getBytes(StandardCharsets.UTF_8);
    String about = about(RecordProof.parse(text).check(key.verifier(), WitnessPolicy.EMPTY));
    Random random = new Random(1);
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] changed = original.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        RecordProof.Proven proven =
            RecordProof.parse(new String(changed, StandardCharsets.UTF_8))
                .check(key.verifier(), WitnessPolicy.EMPTY);
        // Signatures of others and ignored bits of Base64 may change. Another LSN of the same chunk
        // chooses another true record.
        if (!about(proven).equals(about)) {
          assertThat(proven.record().lsn()).isNotEqualTo(1234);
        }
        accepted++;
      } catch (ColophonException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(accepted).isLessThan(3000 / 5);
  }

  private static String about(RecordProof.Proven proven) {
    return proven.record().lsn() + " " + proven.record().path() + " " + proven.record().timeNanos();
  }

  @Test
  void refusesTextThatIsNoProof() {
    for (String text : List.of("", "c2sp.org/tlog-proof@v1\n", "x\n\ny", log.sign(79).format())) {
      assertThatThrownBy(() -> RecordProof.parse(text))
          .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_INPUT);
    }
  }
}
