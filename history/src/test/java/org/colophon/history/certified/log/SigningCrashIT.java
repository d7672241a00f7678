// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the signer of a log at random instants. No size may get a second root. */
class SigningCrashIT {
  private static final int KILLS = Effort.times(6);
  private static final int LINE_BYTES = 50; // about a size, a root and a line feed

  private final SigningKey key = SigningKey.generate("example.org/log");
  private final Map<Long, String> roots = new HashMap<>();

  @TempDir Path temp;

  @Test
  @Tag("slow")
  void signsOneRootForEachSizeDespiteKills() throws Exception {
    KeyFile.write(temp.resolve("key"), key);
    LogPlace place = new LogPlace(temp.resolve("log"), temp.resolve("store"));
    Random random = new Random(7);
    for (int kill = 0; kill < KILLS; kill++) {
      runAndKill(kill, random);
      note(LogReader.readNote(place.signed()));
      note(new LogReader(place.log()).checkpoint());
    }
    new LogWriter(place, key).close(); // completes the log after the last kill
    new CheckpointHistory(place.log()).read((file, note) -> note(Optional.of(note)));
    LogVerifier verifier = new LogVerifier(place, key.verifier(), List.of());
    verifier.verifyLog();
    assertThat(verifier.result().damages()).isEmpty();
    assertThat(roots.size()).isGreaterThan(KILLS);
  }

  private void runAndKill(int seed, Random random) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SigningProcess.class.getName(),
                temp.toString(),
                Integer.toString(seed))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(temp.resolve("lines").toFile())
            .start();
    // a slow machine signs few roots in a time, so the kill waits for lines: the log grows each
    // time
    long signed = LINE_BYTES * (2L + random.nextInt(20));
    while (Files.size(temp.resolve("lines")) < signed) {
      assertThat(process.isAlive()).as("the signer starts after kill %d", seed).isTrue();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(10_000)));
    process.destroyForcibly().waitFor();
    Files.readAllLines(temp.resolve("lines")).forEach(this::note);
  }

  private void note(Optional<SignedNote> note) {
    note.ifPresent(
        each -> {
          Checkpoint checkpoint = Checkpoint.parse(each.text());
          note(
              checkpoint.size()
                  + " "
                  + Base64.getEncoder().encodeToString(checkpoint.root().toArray()));
        });
  }

  private void note(String line) {
    int space = line.indexOf(' ');
    if (space > 0 && line.length() == space + 45) { // else the kill cut the line off
      String before = roots.putIfAbsent(Long.parseLong(line.substring(0, space)), line);
      assertThat(before == null || before.equals(line))
          .as("root %s, before %s", line, before)
          .isTrue();
    }
  }
}
