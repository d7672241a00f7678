// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.files.FileTree;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogVerifier;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.merkle.MerkleTree;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.proof.RecordProof;
import org.colophon.history.certified.testing.Frames;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Go's libraries accept our logs, proofs and signatures, and that we accept theirs. */
class GoVerifiersTest {
  private static final int FIRST_GO_THAT_FETCHES = 21;

  @TempDir static Path tools;
  private static Path verify;

  private final SigningKey key = SigningKey.generate("example.org/log");

  @TempDir Path temp;

  @BeforeAll
  static void build() throws Exception {
    assumeTrue(canFetchToolchains(), "go is not installed here");
    verify = tools.resolve("verify");
    run(List.of("go", "build", "-o", verify.toString(), "."), Path.of("src/test/go"));
  }

  /** Returns true for Go 1.21 and later, which fetches the version that the libraries need. */
  private static boolean canFetchToolchains() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("go", "version").start();
      String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher minor = Pattern.compile("go1\\.([0-9]{1,4})").matcher(version);
      return process.waitFor() == 0
          && minor.find()
          && Integer.parseInt(minor.group(1)) >= FIRST_GO_THAT_FETCHES;
    } catch (IOException e) {
      return false; // Go is not installed
    }
  }

  private static void run(List<String> command, Path directory) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
  }

  private void accept(Object... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(verify.toString()));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    run(command, temp);
  }

  @Test
  void goAcceptsLogsAndProofsOfAllSizes() throws Exception {
    Random random = new Random(24);
    TreeSet<Integer> sizes = new TreeSet<>(List.of(1, 2, 255, 256, 257, 65_535, 65_536, 65_537));
    int wanted = sizes.size() + Effort.times(12);
    while (sizes.size() < wanted) {
      sizes.add(1 + random.nextInt(random.nextBoolean() ? 70_000 : 2_000));
    }
    Path proofs = Files.createDirectory(temp.resolve("proofs"));
    StringBuilder consistency = new StringBuilder();
    LogWriter log = new LogWriter(new LogPlace(temp.resolve("log"), temp.resolve("store")), key);
    Frames frames = new Frames(1);
    List<byte[]> kept = new ArrayList<>();
    List<Checkpoint> checkpoints = new ArrayList<>();
    for (int size : sizes) {
      while (log.size() < size) {
        byte[] frame = frames.next(1);
        kept.add(frame);
        log.append(Frames.entry(frame));
      }
      log.sign(size);
      accept("log", log.files().directory(), key.verifier());
      for (int index : new TreeSet<>(List.of(0, size - 1, random.nextInt(size)))) {
        prove(log, kept.get(index), index + 1, proofs.resolve(size + "-" + index));
      }
      checkpoints.add(log.signed());
      Checkpoint earlier = checkpoints.get(random.nextInt(checkpoints.size()));
      consistency.append(consistency(log, earlier));
    }
    Path lines = Files.writeString(temp.resolve("consistency"), consistency);

    accept("proofs", proofs, key.verifier());
    accept("consistency", lines);
  }

  private static void prove(LogWriter log, byte[] frame, long lsn, Path file) throws IOException {
    RecordProof proof = RecordProof.of(lsn, log.files(), Frames.STORE, frame, 0);
    Files.writeString(Path.of(file + ".tlog-proof"), proof.log().format());
    Files.write(Path.of(file + ".entry"), proof.part().entry().toBytes());
  }

  private static String consistency(LogWriter log, Checkpoint earlier) {
    Checkpoint now = log.signed();
    MerkleTree tree = log.files().tree(now.size());
    StringBuilder line = new StringBuilder();
    line.append(now.size()).append(' ').append(base64(now.root().toArray())).append(' ');
    line.append(earlier.size()).append(' ').append(base64(earlier.root().toArray()));
    tree.consistency(earlier.size(), now.size())
        .forEach(each -> line.append(' ').append(base64(each)));
    return line.append('\n').toString();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void goAcceptsCosignatures() throws Exception {
    SigningKey witness = SigningKey.generate("example.org/witness");
    LogWriter log = new LogWriter(new LogPlace(temp.resolve("log"), temp.resolve("store")), key);
    SignedNote note = log.sign(5);
    SignedNote cosigned = note.with(List.of(witness.cosign(note.text(), 1_700_000_000)));
    Path file = Files.writeString(temp.resolve("cosigned"), cosigned.format());

    accept("cosigned", file, witness.cosigner());
    accept("cosigned", file, key.cosigner());
  }

  @Test
  void acceptsLogsThatGoWrote() throws Exception {
    for (int size : new int[] {1, 255, 256, 257, 1000}) {
      Frames frames = new Frames(size);
      StringBuilder entries = new StringBuilder();
      for (int i = 0; i < size; i++) {
        FrameEntry entry = frames.nextEntry();
        entries.append(HexFormat.of().formatHex(entry.toBytes())).append('\n');
      }
      Path file = Files.writeString(temp.resolve("entries"), entries);
      Path directory = temp.resolve("tessera");

      accept("write", directory, file, key.format());

      LogVerifier verifier = new LogVerifier(LogPlace.copy(directory), key.verifier(), List.of());
      SignedNote checkpoint = verifier.verifyLog().orElseThrow();
      assertThat(verifier.result().damages()).isEmpty();
      assertThat(Checkpoint.parse(checkpoint.text()).size()).isEqualTo(size);
      FileTree.delete(directory);
    }
  }
}
