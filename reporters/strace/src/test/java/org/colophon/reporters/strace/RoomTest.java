package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoomTest {
  private static final long MIB = 1L << 20;

  @Test
  void shouldLeaveMostOfASmallFileSystemFree() {
    Room container = new Room(64 * MIB);
    assertThat(container.isEnough()).isTrue();
    assertThat(container.mostBehind()).isEqualTo(16 * MIB);
    assertThat(container.punch()).isEqualTo(8 * MIB);
    assertThat(container.resume()).isLessThan(container.mostBehind());
  }

  @Test
  void shouldNotGrowWithoutBoundInALargeOne() {
    Room large = new Room((1L << 20) * MIB);
    assertThat(large.mostBehind()).isEqualTo(256 * MIB);
    assertThat(large.punch()).isEqualTo(32 * MIB);
  }

  @Test
  void shouldNotBeginWhereThereIsHardlyAny() {
    assertThat(new Room(8 * MIB).isEnough()).isFalse();
  }

  @Test
  void shouldNotWaitForEveryLittleWhereNothingIsLeft() {
    Room last = new Room(1);
    assertThat(last.mostBehind()).isEqualTo(MIB);
    assertThat(last.resume()).isBetween(1L, MIB - 1);
    assertThat(last.punch()).isEqualTo(MIB);
  }

  @Test
  void shouldTakeItsTimeWhereNobodyKnowsWhatIsFree() {
    Room unknown = new Room(0);
    assertThat(unknown.isEnough()).isFalse();
    assertThat(unknown.mostBehind()).isEqualTo(256 * MIB);
    assertThat(unknown.resume()).isEqualTo(64 * MIB);
    assertThat(unknown.punch()).isEqualTo(32 * MIB);
  }
}
