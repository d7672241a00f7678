// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {
  private long nowNanos = -1_000_000; // negative, like some values of System.nanoTime

  private Throttle throttle(double duty) {
    return new Throttle(duty, () -> nowNanos);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.25, 0.5, 0.9})
  void limitsWorkToItsShareOfTime(double duty) {
    Throttle throttle = throttle(duty);
    Random random = new Random(1);
    long begin = nowNanos;
    long worked = 0;
    for (int i = 0; i < 1000; i++) {
      throttle.begin();
      long work = 1 + random.nextInt(10_000_000);
      nowNanos += work;
      worked += work;
      nowNanos += Math.max(0, throttle.owedNanos());
    }
    assertThat((double) worked / (nowNanos - begin)).isCloseTo(duty, within(0.001));
  }

  @Test
  void requiresNoPauseWithShareOfMoreThanOneCore() {
    Throttle throttle = throttle(2.0);
    throttle.begin();
    nowNanos += 5_000_000;
    assertThat(throttle.owedNanos()).isLessThanOrEqualTo(0);
  }

  @Test
  void accumulatesPausesThatAreNotTaken() {
    Throttle throttle = throttle(0.5);
    throttle.begin();
    nowNanos += 100;
    assertThat(throttle.owedNanos()).isEqualTo(100);
    nowNanos += 100;
    assertThat(throttle.owedNanos()).isEqualTo(200);
  }

  @Test
  void savesNoUnusedTimeAndCancelsPauseOnRequest() {
    Throttle throttle = throttle(0.5);
    nowNanos += 1_000_000;
    throttle.begin();
    nowNanos += 100;
    assertThat(throttle.owedNanos()).isEqualTo(100);
    throttle.cancelPause();
    throttle.begin();
    nowNanos += 10;
    assertThat(throttle.owedNanos()).isEqualTo(10);
  }
}
