// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.colophon.cli.config.Engines;
import org.colophon.cli.damage.DamagedStore.Verdict;
import org.colophon.core.error.ColophonException;
import org.colophon.core.verify.StoreVerifier;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages stores at random, also their small files. Each damage must be refused, change no answer,
 * or be visible as a gap or an error. {@code verify} must find each damage that changes an answer.
 *
 * <p>The system property {@code damage.seed} repeats a damage. {@code damage.engine} selects the
 * engine of the store; the default is {@code rocksdb}. For an optional engine, {@code
 * maven.test.additionalClasspath} lists its jars. H2 and Neo4j do not detect every damage;
 * docs/how-to/verify-and-back-up.md lists the exceptions.
 */
@Timeout(7_200)
class StoreDamageTest {
  private static final Integer ONLY_SEED = Integer.getInteger("damage.seed");
  private static final int COUNT = ONLY_SEED == null ? Effort.times(33) : 1;
  private static final int DAMAGES_PER_SAMPLE = 25;

  @TempDir private Path directory;

  private int found;
  private final String engine = System.getProperty("damage.engine", "rocksdb");

  @Test
  void showsEveryDamageThatChangesAnswers() throws IOException {
    long first = ONLY_SEED == null ? 1 : ONLY_SEED;
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    List<String> defects = new ArrayList<>();
    StoreSample sample = null;
    for (long seed = first; seed < first + COUNT; seed++) {
      if (sample == null || seed % DAMAGES_PER_SAMPLE == 0) {
        sample = newSample(seed / DAMAGES_PER_SAMPLE);
      }
      Verdict verdict = damage(sample, seed, defects);
      counts.merge(verdict, 1, Integer::sum);
    }
    System.out.printf(
        "damages from seed %d into %s: %s, verify found %d of %d%n",
        first, engine, counts, found, COUNT);
    assertThat(defects).isEmpty();
    if (COUNT > 1) {
      assertThat(counts).containsKeys(Verdict.HARMLESS, Verdict.REFUSED, Verdict.VISIBLE);
    }
  }

  private StoreSample newSample(long seed) throws IOException {
    Path samples = directory.resolve("sample");
    StoreFiles.delete(samples);
    StoreSample sample = StoreSample.make(samples, engine, seed);
    DamagedStore undamaged = new DamagedStore(sample, sample.copyTo(directory.resolve("copy")));
    assertThat(verify(sample.copyTo(directory.resolve("copy")))).isEmpty();
    assertThat(undamaged.judge())
        .as("verdict on the undamaged store: " + undamaged.story())
        .isEqualTo(Verdict.HARMLESS);
    return sample;
  }

  private Verdict damage(StoreSample sample, long seed, List<String> defects) throws IOException {
    Path copy = sample.copyTo(directory.resolve("copy"));
    String done = RandomDamage.apply(sample, copy, new Random(seed));
    String verified = verify(copy);
    DamagedStore damaged = new DamagedStore(sample, copy);
    Verdict verdict = damaged.judge();
    String account =
        "damage.seed=%d: %s\n    verify: %s\n    %s"
            .formatted(seed, done, verified, damaged.story());
    System.out.println(verdict + " " + account);
    boolean isPassed = verified.isEmpty() && verdict != Verdict.HARMLESS;
    if (verdict.compareTo(Verdict.VISIBLE) > 0 || isPassed) {
      defects.add(account);
    }
    found += verified.isEmpty() ? 0 : 1;
    return verdict;
  }

  /** Returns what verify reports about a store; empty if it passes. */
  private static String verify(Path store) {
    try {
      return StoreVerifier.verify(store, Engines::find, (part, bytes) -> {}, (bytes, at) -> {})
          .stream()
          .filter(each -> each.state() != State.INTACT && each.state() != State.UNCHECKED)
          .map(each -> each.name() + " " + each.damages() + each.detail())
          .collect(Collectors.joining("; "));
    } catch (ColophonException e) {
      return e.getMessage();
    }
  }
}
