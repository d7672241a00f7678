package org.colophon.cli.damage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.cli.damage.DamagedStore.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages stores at random: each damage is refused, changes no answer, or is visible as a gap or an
 * error. None may be silent.
 *
 * <p>System properties: {@code damage.count} (150), {@code damage.engine} (rocksdb) and {@code
 * damage.seed} (1), which with a count of 1 repeats one damage. Long runs choose other seeds.
 */
@Timeout(7_200)
class StoreDamageTest {
  private static final int COUNT = Integer.getInteger("damage.count", 150);
  private static final int DAMAGES_PER_SAMPLE = 25;

  @TempDir private Path directory;

  private final String engine = System.getProperty("damage.engine", "rocksdb");

  @Test
  void showsEveryDamageThatChangesAnswers() throws IOException {
    long first = Long.getLong("damage.seed", 1);
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
    System.out.printf("damages from seed %d into %s: %s%n", first, engine, counts);
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
    assertThat(undamaged.judge()).as("no damage: " + undamaged.story()).isEqualTo(Verdict.HARMLESS);
    return sample;
  }

  private Verdict damage(StoreSample sample, long seed, List<String> defects) throws IOException {
    Path copy = sample.copyTo(directory.resolve("copy"));
    String done = RandomDamage.apply(sample, copy, new Random(seed));
    DamagedStore damaged = new DamagedStore(sample, copy);
    Verdict verdict = damaged.judge();
    String account = "damage.seed=%d: %s\n    %s".formatted(seed, done, damaged.story());
    System.out.println(verdict + " " + account);
    if (verdict.compareTo(Verdict.VISIBLE) > 0) {
      defects.add(account);
    }
    return verdict;
  }
}
