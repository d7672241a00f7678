package org.colophon.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {
  private final ResponseTimes times = new ResponseTimes();

  @Test
  void keepsPercentilesWithinABucketWhenTimesAreSpread() {
    for (int i = 1; i <= 100_000; i++) {
      times.add(i * 1_000L);
    }
    assertThat(times.millisAt(0.5)).isCloseTo(50, Percentage.withPercentage(1.6));
    assertThat(times.millisAt(0.99)).isCloseTo(99, Percentage.withPercentage(1.6));
    assertThat(times.meanMillis()).isCloseTo(50, Percentage.withPercentage(0.1));
  }

  @Test
  void acceptsExtremeTimes() {
    times.add(Long.MAX_VALUE);
    times.add(-1);
    times.add(0);
    assertThat(times.count()).isEqualTo(3);
    assertThat(times.millisAt(0.5)).isLessThan(0.001);
  }

  @Test
  void equalsTheSumWhenCombined() {
    ResponseTimes other = new ResponseTimes();
    times.add(1_000_000);
    other.add(3_000_000);
    times.addAll(other);
    assertThat(times.count()).isEqualTo(2);
    assertThat(times.meanMillis()).isEqualTo(2);
  }

  @Test
  void reportsZeroWhenThereIsNone() {
    assertThat(times.meanMillis()).isZero();
    assertThat(times.millisAt(0.99)).isZero();
  }
}
