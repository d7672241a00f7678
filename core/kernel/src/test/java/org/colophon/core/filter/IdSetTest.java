// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdSetTest {
  @Test
  void equalsAPlainSetAfterRandomChanges() {
    Random random = new Random(7);
    IdSet ids = new IdSet();
    Set<Long> expected = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      long id = 1 + random.nextInt(3_000);
      if (random.nextInt(3) > 0) {
        ids.add(id);
        expected.add(id);
      } else {
        ids.remove(id);
        expected.remove(id);
      }
    }
    for (long id = 0; id <= 3_001; id++) {
      assertThat(ids.contains(id)).as("%d", id).isEqualTo(expected.contains(id));
    }
  }

  @Test
  void showsEveryEarlierIdToReadersWhileItGrows() throws InterruptedException {
    IdSet ids = new IdSet();
    ids.add(1);
    boolean[] lost = new boolean[1];
    Thread reader =
        new Thread(
            () -> {
              while (!ids.contains(100_000) && !lost[0]) {
                lost[0] = !ids.contains(1);
              }
            });
    reader.start();
    for (long id = 2; id <= 100_000; id++) {
      ids.add(id);
    }
    reader.join();
    assertThat(lost[0]).isFalse();
  }
}
