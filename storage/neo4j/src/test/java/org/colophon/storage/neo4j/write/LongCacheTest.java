// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongCacheTest {
  @Test
  void remembersEverythingBelowTheLimit() {
    LongCache cache = new LongCache(1 << 16);
    for (long key = -5_000; key < 5_000; key++) {
      cache.put(key, key + 5_000);
    }
    for (long key = -5_000; key < 5_000; key++) {
      assertThat(cache.get(key)).isEqualTo(key + 5_000);
    }
    assertThat(cache.get(5_000)).isEqualTo(LongCache.ABSENT);
  }

  @Test
  void replacesValueOfSameKey() {
    LongCache cache = new LongCache(16);
    cache.put(0, 1);
    cache.put(0, 2);
    assertThat(cache.get(0)).isEqualTo(2);
  }

  @Test
  void returnsNoWrongValueWhenFull() {
    LongCache cache = new LongCache(64);
    int remembered = 0;
    for (long key = 0; key < 10_000; key++) {
      cache.put(key, key);
      assertThat(cache.get(key)).isEqualTo(key);
    }
    for (long key = 0; key < 10_000; key++) {
      long value = cache.get(key);
      assertThat(value).isIn(key, LongCache.ABSENT);
      remembered += value == key ? 1 : 0;
    }
    assertThat(remembered).isBetween(1, 64);
  }

  @Test
  void forgetsAllWhenCleared() {
    LongCache cache = new LongCache(64);
    cache.put(7, 7);
    cache.clear();
    assertThat(cache.get(7)).isEqualTo(LongCache.ABSENT);
  }
}
