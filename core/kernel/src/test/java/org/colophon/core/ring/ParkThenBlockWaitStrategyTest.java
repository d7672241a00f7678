// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class ParkThenBlockWaitStrategyTest {
  private final ParkThenBlockWaitStrategy strategy = strategy(sequence -> true);

  private static ParkThenBlockWaitStrategy strategy(LongPredicate isPublished) {
    return new ParkThenBlockWaitStrategy(50, isPublished);
  }

  private final SequenceBarrier barrier =
      RingBuffer.createMultiProducer(RecordEvent::new, 2, new YieldingWaitStrategy()).newBarrier();

  /** Reports once that no batch is available, and then reports one. */
  private static final class Coming extends Sequence {
    private final int count;
    private boolean wasAsked;

    Coming(int count) {
      this.count = count;
    }

    @Override
    public long get() {
      long available = wasAsked ? count - 1 : -1;
      wasAsked = true;
      return available;
    }
  }

  private long napAfter(int batches, int size) throws Exception {
    for (int i = 0; i < batches; i++) {
      Coming coming = new Coming(size);
      assertThat(strategy.waitFor(0, coming, coming, barrier)).isEqualTo(size - 1);
    }
    return strategy.napNanos();
  }

  @Test
  void lengthensNapsUpToLimitIfFewOperationsArrive() throws Exception {
    assertThat(napAfter(1, 1)).isEqualTo(2 * ParkThenBlockWaitStrategy.SHORTEST_NAP_NANOS);
    assertThat(napAfter(10, ParkThenBlockWaitStrategy.FEW - 1))
        .isEqualTo(ParkThenBlockWaitStrategy.LONGEST_NAP_NANOS);
  }

  @Test
  void shortensNapsIfManyOperationsArrive() throws Exception {
    napAfter(10, 1);

    assertThat(napAfter(20, ParkThenBlockWaitStrategy.MANY))
        .isEqualTo(ParkThenBlockWaitStrategy.SHORTEST_NAP_NANOS);
  }

  @Test
  void doesNotNapAfterAnEmptyNap() throws Exception {
    Sequence nothing = new Sequence();
    assertThatThrownBy(() -> strategy.waitFor(0, nothing, nothing, barrier))
        .isInstanceOf(TimeoutException.class);
    CountingSequence stillNothing = new CountingSequence();

    assertThatThrownBy(() -> strategy.waitFor(0, stillNothing, stillNothing, barrier))
        .isInstanceOf(TimeoutException.class);
    assertThat(stillNothing.looks).as("reads of the sequence, one for each nap").isLessThan(15);
  }

  @Test
  void napsLongerAndLongerAfterABurst() throws Exception {
    CountingSequence nothing = new CountingSequence();

    assertThatThrownBy(() -> strategy.waitFor(0, nothing, nothing, barrier))
        .isInstanceOf(TimeoutException.class);
    assertThat(nothing.looks).as("reads of the sequence, one for each nap").isLessThan(20);
  }

  @Test
  void napsUntilTheClaimedSlotIsPublished() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    ParkThenBlockWaitStrategy looking = strategy(sequence -> looks.incrementAndGet() == 3);
    Sequence claimed = new Sequence(7);
    long begin = System.nanoTime();

    assertThat(looking.waitFor(0, claimed, claimed, barrier)).isEqualTo(7);

    assertThat(looks).hasValue(3);
    assertThat(System.nanoTime() - begin)
        .as("duration of two naps")
        .isGreaterThanOrEqualTo(2 * ParkThenBlockWaitStrategy.SHORTEST_NAP_NANOS);
  }

  private static final class CountingSequence extends Sequence {
    private int looks;

    @Override
    public long get() {
      looks++;
      return super.get();
    }
  }

  @Test
  void keepsTheNapLengthWhenLongEnough() throws Exception {
    long before = napAfter(2, 1);

    assertThat(napAfter(3, ParkThenBlockWaitStrategy.FEW)).isEqualTo(before);
  }
}
