// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.colophon.core.model.OperationKind;
import org.junit.jupiter.api.Test;

class ZipfWorkloadTest {
  private final ZipfWorkload workload = new ZipfWorkload(20_000, 500, 3_000, 0.99);

  @Test
  void drawsRanksByTheirWeightWhenSkewed() {
    ZipfSampler sampler = new ZipfSampler(1_000, 1.0);
    SplittableRandom random = new SplittableRandom(7);
    int[] drawn = new int[1_000];
    int draws = 1_000_000;
    for (int i = 0; i < draws; i++) {
      drawn[sampler.draw(random)]++;
    }
    double harmonic = 7.485470860550345;
    for (int rank : new int[] {0, 1, 9, 99, 999}) {
      double expected = draws / (harmonic * (rank + 1));
      assertThat((double) drawn[rank]).isCloseTo(expected, within(5 * Math.sqrt(expected)));
    }
  }

  @Test
  void drawsAllRanksEquallyOftenWhenExponentIsZero() {
    ZipfSampler sampler = new ZipfSampler(10, 0);
    SplittableRandom random = new SplittableRandom(7);
    int[] drawn = new int[10];
    for (int i = 0; i < 100_000; i++) {
      drawn[sampler.draw(random)]++;
    }
    assertThat(Arrays.stream(drawn)).allMatch(n -> n > 9_500 && n < 10_500);
  }

  @Test
  void reportsTheSameStreamWhenRunAgain() {
    assertThat(Digest.of(workload)).isEqualTo(Digest.of(workload));
  }

  @Test
  void drawsTargetsWithTheirIdAndOperationCount() {
    Map<Long, Long> counts = new HashMap<>();
    PeerSink sink = new PeerSink(new Counter(counts));
    workload.report(sink);
    assertThat(workload.targets(50))
        .hasSize(50)
        .allSatisfy(
            target -> {
              assertThat(sink.resolve(target.path())).isEqualTo(target.object());
              assertThat(counts.get(target.object())).isEqualTo(target.operations());
            });
  }

  private record Counter(Map<Long, Long> counts) implements RecordConsumer {
    @Override
    public void operation(
        long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
      counts.merge(object, 1L, Long::sum);
    }

    @Override
    public void exit(long lsn, long process, int status, long timeNanos) {}
  }
}
