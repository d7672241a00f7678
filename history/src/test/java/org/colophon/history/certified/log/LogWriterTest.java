// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Bytes;
import org.colophon.core.verify.StoreVerifier.Damage;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.history.certified.merkle.HashList;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.testing.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWriterTest {
  private final SigningKey key = SigningKey.generate("example.org/log");
  private final Frames frames = new Frames(1);
  private final Hasher hasher = new Hasher();
  private final List<byte[]> leaves = new ArrayList<>();

  @TempDir Path temp;

  private Path directory() {
    return temp.resolve("log");
  }

  private LogPlace place() {
    return new LogPlace(directory(), temp.resolve("store"));
  }

  private Path signedFile() {
    return place().signed();
  }

  private LogWriter open() {
    return new LogWriter(place(), key);
  }

  private void append(LogWriter writer, int entries) {
    for (int i = 0; i < entries; i++) {
      FrameEntry entry = frames.nextEntry();
      leaves.add(hasher.leaf(entry.toBytes()));
      writer.append(entry);
    }
  }

  private Bytes root() {
    return Bytes.wrap(new HashList(leaves).tree().root(leaves.size()));
  }

  private Part verify() {
    LogVerifier verifier = new LogVerifier(place(), key.verifier(), List.of());
    verifier.verifyLog();
    return verifier.result();
  }

  @Test
  void continuesAfterRestartsAtAnySize() {
    int size = 0;
    for (int more : new int[] {0, 1, 1, 253, 1, 1, 254, 1, 1, 700}) {
      LogWriter writer = open();
      assertThat(writer.size()).isEqualTo(size);
      append(writer, more);
      size += more;

      Checkpoint signed = Checkpoint.parse(writer.sign(1000 + size).text());

      assertThat(signed.size()).isEqualTo(size);
      if (size > 0) {
        assertThat(signed.root()).isEqualTo(root());
      }
      assertThat(verify().damages()).isEmpty();
    }
  }

  @Test
  void startWritesMissingNewestTilesAndVerifierReportsOlderOnes() throws IOException {
    LogWriter first = open();
    append(first, 300);
    first.sign(60);
    first.close();
    Files.delete(directory().resolve("tile/entries/001.p/44"));
    assertThat(verify().damages()).isNotEmpty();
    open().close();
    assertThat(verify().damages()).isEmpty();

    Files.delete(directory().resolve("tile/0/000"));
    assertThat(verify().damages()).isNotEmpty();
  }

  @Test
  void forgetsUnsignedEntriesAfterCrash() {
    LogWriter first = open();
    append(first, 200);
    first.sign(1);
    long lastLsn = first.lastLsn();
    for (int i = 0; i < 100; i++) {
      first.append(frames.nextEntry()); // fills a tile, which is on disk then
    }

    LogWriter second = open();
    assertThat(second.size()).isEqualTo(200);
    assertThat(second.lastLsn()).isEqualTo(lastLsn);
    append(second, 150);
    Checkpoint signed = Checkpoint.parse(second.sign(2).text());

    assertThat(signed.root()).isEqualTo(root());
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void publishesMissingPartsOfLogAgainFromStore() throws IOException {
    LogWriter writer = open();
    append(writer, 3);
    writer.sign(1);
    Files.writeString(directory().resolve(LogLayout.CHECKPOINT), ""); // a power failure

    open().sign(2);

    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void signsAgainWithLaterTimeWithoutEntries() {
    LogWriter writer = open();
    append(writer, 3);
    SignedNote first = writer.sign(100);
    SignedNote second = writer.sign(160);

    assertThat(second.text()).isEqualTo(first.text());
    assertThat(first.by(key.cosigner()).timeSeconds()).isEqualTo(100);
    assertThat(second.by(key.cosigner()).timeSeconds()).isEqualTo(160);
    assertThat(checkpointTimes()).containsExactly(100L, 160L);
  }

  private List<Long> checkpointTimes() {
    List<Long> times = new ArrayList<>();
    new CheckpointHistory(directory())
        .read((file, note) -> times.add(note.by(key.cosigner()).timeSeconds()));
    return times;
  }

  @Test
  void neverSignsEarlierTimeThanBefore() {
    LogWriter writer = open();
    append(writer, 3);
    writer.sign(1000);
    SignedNote back = writer.sign(10);
    SignedNote afterRestart = open().sign(20);

    assertThat(back.by(key.cosigner()).timeSeconds()).isEqualTo(1000);
    assertThat(afterRestart.by(key.cosigner()).timeSeconds()).isEqualTo(1000);
  }

  @Test
  void refusesLogThatDiffersFromSignedOne() throws IOException {
    LogWriter writer = open();
    append(writer, 300);
    writer.sign(1);
    Path older = temp.resolve("older");
    copy(directory(), older);
    Path olderSigned = temp.resolve("older-signed");
    Files.copy(signedFile(), olderSigned);
    append(writer, 10);
    writer.sign(2);
    Path newer = temp.resolve("newer");
    copy(directory(), newer);
    Path newerSigned = temp.resolve("newer-signed");
    Files.copy(signedFile(), newerSigned);

    // An older copy of the log.
    replace(older, newerSigned);
    assertThatThrownBy(this::open).hasMessageContaining("lacks");
    // An older copy of the store.
    replace(newer, olderSigned);
    assertThatThrownBy(this::open).hasMessageContaining("the store is an older copy");
    // A changed tile.
    replace(newer, newerSigned);
    Path tile = directory().resolve("tile/0/000");
    byte[] bytes = Files.readAllBytes(tile);
    bytes[7] ^= 1;
    Files.write(tile, bytes);
    assertThatThrownBy(this::open).hasMessageContaining("does not match its signed checkpoint");
    // Another key.
    replace(newer, newerSigned);
    SigningKey other = SigningKey.generate(key.name());
    assertThatThrownBy(() -> new LogWriter(place(), other))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("not by this key");
    // The right one again.
    assertThat(open().size()).isEqualTo(310);
  }

  private void replace(Path log, Path signed) throws IOException {
    Files.deleteIfExists(place().unforced());
    FileTree.delete(directory());
    copy(log, directory());
    Files.write(signedFile(), Files.readAllBytes(signed));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  @Test
  void cutsUnfinishedCheckpointOfHistory() throws IOException {
    LogWriter writer = open();
    writer.sign(60);
    writer.sign(120);
    Path day = directory().resolve("checkpoints/1970-01-01.notes");
    byte[] bytes = Files.readAllBytes(day);
    Files.write(day, Arrays.copyOf(bytes, bytes.length - 5));
    assertThat(verify().damages()).isNotEmpty();

    open().sign(200_000);

    assertThat(checkpointTimes()).containsExactly(60L, 200_000L);
    assertThat(verify().damages()).isEmpty();
  }

  @Test
  void findsEntriesByLsn() {
    LogWriter writer = open();
    for (int i = 0; i < 300; i++) {
      writer.append(Frames.entry(frames.next(3)));
    }
    writer.sign(1);
    LogReader reader = writer.files();

    assertThat(reader.find(0, 300)).isEqualTo(-1);
    assertThat(reader.find(1, 300)).isEqualTo(0);
    assertThat(reader.find(3, 300)).isEqualTo(0);
    assertThat(reader.find(4, 300)).isEqualTo(1);
    assertThat(reader.find(900, 300)).isEqualTo(299);
    assertThat(reader.find(901, 300)).isEqualTo(-1);
  }

  @Test
  void reportsEachChangeOfAnyFile() throws IOException {
    LogWriter writer = open();
    append(writer, 600);
    writer.sign(60);
    append(writer, 1);
    writer.sign(120);
    List<Path> files;
    try (var all = Files.walk(temp)) {
      files = all.filter(Files::isRegularFile).toList();
    }

    for (Path file : files) {
      boolean isUsed = !file.toString().contains(".p/88"); // else of the previous size
      byte[] bytes = Files.readAllBytes(file);
      byte[] changed = bytes.clone();
      changed[changed.length / 2] ^= 4;
      Files.write(file, changed);
      List<Damage> damages = verify().damages();
      Files.write(file, bytes);
      if (isUsed && !file.endsWith(LogLayout.KEY) && !file.endsWith("place")) {
        assertThat(damages).as("damages after a change of %s", file).isNotEmpty();
      }
    }
    assertThat(verify().damages()).isEmpty();
  }
}
