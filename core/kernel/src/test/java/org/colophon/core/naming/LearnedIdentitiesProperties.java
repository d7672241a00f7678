// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.model.Bytes;

/** Compares learned identities with a plain map. */
class LearnedIdentitiesProperties {
  private static final long[] BASES = {1, 1L << 20, (1L << 40) - 3};

  private static Bytes identity(Random random) {
    int length = random.nextInt(30) == 0 ? (1 << 20) + random.nextInt(5) : random.nextInt(20);
    byte[] bytes = new byte[length];
    for (int i = 0; i < Math.min(length, 20); i++) {
      bytes[i] = (byte) random.nextInt(2);
    }
    return Bytes.wrap(bytes);
  }

  @Property(tries = 60)
  void agreesWithAPlainMap(@ForAll long seed, @ForAll @IntRange(max = 3000) int count) {
    Random random = new Random(seed);
    Map<Bytes, Long> plain = new HashMap<>();
    LearnedIdentities learned = new LearnedIdentities();
    for (int i = 0; i < count; i++) {
      Bytes identity = random.nextInt(100) == 0 ? identity(random) : Bytes.of("i" + i % 1500);
      long id = BASES[random.nextInt(3)] + i;
      plain.put(identity, id);
      learned.add(identity, id);
      assertThat(learned.hasId(id)).isTrue();
    }
    assertThat(learned.size()).isEqualTo(plain.size());
    plain.forEach((identity, id) -> assertThat(learned.find(identity)).isEqualTo(id));
    assertThat(learned.find(Bytes.of("nobody"))).isZero();
    assertThat(learned.hasId((1L << 40) - 4)).isFalse();
    LearnedIdentities left = learned.without(id -> id % 2 == 0);
    plain.forEach(
        (identity, id) -> {
          assertThat(left.find(identity)).isEqualTo(id % 2 == 0 ? 0 : id);
          assertThat(left.hasId(id)).isEqualTo(id % 2 != 0);
        });
  }
}
