// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.certify.LogCheck;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.feed.ArchiveVerifier;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.files.FileTree;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.verify.StoreVerifier;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.witness.Witness;
import org.colophon.history.certified.witness.WitnessClient;
import org.colophon.service.http.server.WitnessServer;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes a certified history at random: single files of the journal, the archive and the log, or
 * all of them together. {@code verify} finds each change that affects the history. It does not
 * report a changed byte outside of all frames.
 */
@Timeout(7_200)
class CertifiedDamageTest {
  private static final int CHANGES = Effort.times(20);

  private final SigningKey key = SigningKey.generate("example.org/log");
  private final List<Path> changed = new ArrayList<>(); // empty if all were changed
  private final SigningKey mine = SigningKey.generate("example.org/witness");

  @TempDir Path temp;
  private WitnessPolicy policy;
  private WitnessClient client;

  private Path root() {
    return temp.resolve("root");
  }

  private Path store() {
    return root().resolve("store");
  }

  private Path archive() {
    return root().resolve("archive");
  }

  @Test
  void findsEveryChange() throws IOException {
    Witness witness =
        new Witness(mine, List.of(key.verifier()), temp.resolve("witness"), () -> 1_000);
    try (WitnessServer server = WitnessServer.start(witness, "127.0.0.1", 0)) {
      policy =
          WitnessPolicy.parse(
              "witness w %s http://127.0.0.1:%d\nquorum w\n"
                  .formatted(mine.cosigner(), server.port()),
              "policy");
      WitnessPolicy.Witness only = policy.witnesses().get("w");
      client = new WitnessClient(only.key(), only.url().orElseThrow());
      grow(0);
      StoreFiles.copy(root(), temp.resolve("older"));
      grow(1);
      StoreFiles.copy(root(), temp.resolve("original"));
      assertThat(damagedParts()).isEmpty();

      Map<String, Integer> counts = new TreeMap<>();
      List<String> silent = new ArrayList<>();
      String history = history();
      for (int seed = 0; seed < CHANGES; seed++) {
        String done = change(new Random(seed));
        boolean isFound = !damagedParts().isEmpty();
        boolean isSame = !isFound && !done.contains("certified") && history().equals(history);
        counts.merge(isFound ? "found" : isSame ? "same history" : "silent", 1, Integer::sum);
        if (!isFound && !isSame) {
          silent.add(seed + ": " + done);
        }
        restore();
      }
      System.out.println("changes: " + counts);
      assertThat(silent).isEmpty();
      assertThat(counts.get("found")).isGreaterThan(CHANGES * 4 / 5);
    }
  }

  /** Reports some operations in many frames, and certifies the frames as a service does. */
  private void grow(int part) throws IOException {
    KernelConfig config =
        KernelConfig.builder(store())
            .certifiable(true)
            .segmentBytes(1 << 16)
            .archive(new ArchiveConfig(archive(), Duration.ofMillis(1)))
            .build();
    try (Kernel kernel = Kernel.open(config)) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      for (int i = 0; i < 400; i++) {
        for (int j = 0; j <= i % 5 * 30; j++) {
          long unused =
              sink.objectAt(Bytes.of("/lab/" + part + "/" + i + "/" + j), ObjectKind.FILE, 0);
        }
        sink.awaitDurable(sink.flush());
      }
      LogPlace place =
          LogPlace.of(store(), kernel.storeId(), Optional.of(archive()), key.verifier());
      try (LogWriter log = new LogWriter(place, key);
          FrameSource feed = kernel.feeds().after(log.lastLsn())) {
        Hasher hasher = new Hasher();
        int frames = 0;
        SignedNote note = null;
        for (CanonicalFrame frame = feed.next(0); frame != null; frame = feed.next(0)) {
          log.append(FrameEntry.of(kernel.storeId(), frame.bytes(), frame.offset(), hasher));
          if (++frames % 50 == 0) {
            note = log.sign(TimeUnit.MINUTES.toSeconds(100 * part + frames / 50));
          }
        }
        note = log.sign(TimeUnit.MINUTES.toSeconds(100 * part + 99));
        SignedNote.Signature cosigned = client.cosign(note, log.files().tree(log.size()));
        LogWriter.publishWitnessed(place.log(), note.with(List.of(cosigned)));
      }
    }
  }

  /** Returns the parts that verify reports as damaged. */
  private List<Part> damagedParts() {
    List<Part> parts = new ArrayList<>();
    try {
      LogCheck logs =
          new LogCheck(
              store(),
              Optional.empty(),
              Optional.of(Archive.find(archive()).directory()),
              Optional.of(key.verifier()),
              Optional.of(policy),
              List.of(),
              true);
      Path journal = StoreDirectory.journalIn(store());
      parts.addAll(
          StoreVerifier.verify(
              store(),
              name -> Optional.empty(),
              (part, bytes) -> {},
              logs.frames("journal", journal, true)));
      Archive found = Archive.find(archive());
      parts.addAll(
          List.of(
              ArchiveVerifier.verify(
                  found,
                  StoreGeneration.chainOf(store()),
                  Journal.peekFirstLsn(journal),
                  (part, bytes) -> {},
                  logs.frames("archive", found.directory(), false))));
      parts.addAll(logs.parts());
    } catch (ColophonException e) {
      parts.add(
          Part.of("all", e.getMessage(), List.of(new StoreVerifier.Damage(store(), -1, "", ""))));
    }
    return parts.stream().filter(each -> each.state() == State.DAMAGED).toList();
  }

  /** Returns all readable frames of the journal or the archive. */
  private String history() {
    Map<Long, Bytes> frames = new TreeMap<>();
    FrameVisitor visitor =
        (bytes, at) -> {
          FrameEntry entry = FrameEntry.of(0, bytes, at, new Hasher());
          if (FrameEntry.isLogged(entry.facts())) {
            frames.put(entry.facts().lastLsn(), entry.root());
          }
        };
    var unused = JournalVerifier.verify(StoreDirectory.journalIn(store()), 0, bytes -> {}, visitor);
    var alsoUnused =
        ArchiveVerifier.verify(
            Archive.find(archive()), GenerationChain.UNKNOWN, 0, (part, bytes) -> {}, visitor);
    return frames.toString();
  }

  private void restore() throws IOException {
    for (Path each : changed) {
      Path original = temp.resolve("original").resolve(root().relativize(each).toString());
      Files.copy(original, each, StandardCopyOption.REPLACE_EXISTING);
    }
    if (changed.isEmpty()) {
      FileTree.delete(root());
      StoreFiles.copy(temp.resolve("original"), root());
    }
  }

  private String change(Random random) throws IOException {
    changed.clear();
    if (random.nextInt(50) == 0) {
      FileTree.delete(root());
      StoreFiles.copy(temp.resolve("older"), root());
      return "rollback of the certified history";
    }
    List<Path> files = files();
    Path file = files.get(random.nextInt(files.size()));
    byte[] bytes = Files.readAllBytes(file);
    changed.add(file);
    int kind = random.nextInt(6);
    String name = root().relativize(file).toString();
    switch (kind) {
      case 0 -> {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
        return "bit flip in " + name;
      }
      case 1 -> {
        Files.delete(file);
        return "deletion of " + name;
      }
      case 2 -> {
        Path other = files.get(random.nextInt(files.size()));
        byte[] theirs = Files.readAllBytes(other);
        if (Arrays.equals(bytes, theirs)) {
          return change(random);
        }
        changed.add(other);
        Files.write(file, theirs);
        Files.write(other, bytes);
        return "swap of " + name + " and " + root().relativize(other);
      }
      case 3 -> {
        int from = random.nextInt(bytes.length);
        int length = 1 + random.nextInt(bytes.length - from);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
        System.arraycopy(bytes, from, longer, from + length, bytes.length - from);
        Files.write(file, longer);
        return "duplication of a part of " + name;
      }
      case 4 -> {
        Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
        return "tail cut of " + name;
      }
      default -> {
        Path older = temp.resolve("older").resolve(name);
        // Simulates that the witness was unreachable, or that the last checkpoint was not
        // published.
        boolean isEarlier = file.endsWith("witnessed") || file.endsWith("checkpoint");
        if (isEarlier || !Files.exists(older) || Arrays.equals(Files.readAllBytes(older), bytes)) {
          return change(random);
        }
        Files.copy(older, file, StandardCopyOption.REPLACE_EXISTING);
        return "rollback of " + name;
      }
    }
  }

  /** Returns the files of the journal, the archive, and the log as of its newest checkpoint. */
  private List<Path> files() throws IOException {
    LogPlace place = LogPlace.all(store()).get(0);
    String size =
        SignedNote.parse(Files.readString(place.log().resolve("checkpoint")))
            .text()
            .lines()
            .toList()
            .get(1);
    long entries = Long.parseLong(size);
    try (var all = Files.walk(root())) {
      return all.filter(Files::isRegularFile)
          .filter(each -> !each.endsWith("place")) // not read beside an archive
          .filter(each -> !each.toString().contains(".p/") || isCurrent(each, entries))
          .filter(
              each ->
                  each.startsWith(StoreDirectory.journalIn(store()))
                      || each.startsWith(archive())
                      || each.startsWith(place.own()))
          .filter(each -> each.toFile().length() > 0)
          .sorted()
          .toList();
    }
  }

  private static boolean isCurrent(Path partial, long entries) {
    String level = partial.toString().replaceAll(".*/tile/([^/]*)/.*", "$1");
    long hashes = level.equals("entries") ? entries : entries >>> (8 * Integer.parseInt(level));
    return partial.getFileName().toString().equals(Long.toString(hashes % 256));
  }
}
