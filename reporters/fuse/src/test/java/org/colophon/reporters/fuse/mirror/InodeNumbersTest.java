// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.colophon.reporters.common.os.Os;
import org.junit.jupiter.api.Test;

class InodeNumbersTest {
  private static final int NO_FILE = -1;
  private static final long ROOT = 7;

  private final InodeNumbers numbers = numbers();

  private static InodeNumbers numbers() {
    return new InodeNumbers(Os.load(), ROOT);
  }

  private long number(long device, long inode) {
    return numbers.of(NO_FILE, device, inode);
  }

  @Test
  void keepsNumbersOfRootDevice() {
    for (long inode : new long[] {1, 0xffff_ffffL, 1L << 32, (1L << 62) - 1, -1}) {
      assertThat(number(ROOT, inode)).isEqualTo(inode);
    }
  }

  @Test
  void givesEveryInodeItsOwnNumber() {
    Set<Long> found = new HashSet<>();
    int count = 0;
    for (long device = ROOT; device < 2_000; device++) {
      for (long inode : new long[] {1, 0xffff_ffffL, 1L << 32, 1L << 62, -1}) {
        found.add(number(device, inode));
        count++;
      }
    }
    assertThat(found).hasSize(count);
  }

  @Test
  void givesOwnNumbersToRootWhenItsNumbersAreTaken() {
    long taken = number(ROOT + 1, 5);

    assertThat(number(ROOT, taken)).isNotEqualTo(taken);
    assertThat(number(ROOT, taken)).isEqualTo(number(ROOT, taken));
  }

  @Test
  void repeatsNumbersInAnyOrderOfFirstUse() {
    long one = number(1, 5);
    long two = number(2, 5);
    InodeNumbers again = numbers();

    assertThat(again.of(NO_FILE, 2, 5)).isEqualTo(two);
    assertThat(again.of(NO_FILE, 1, 5)).isEqualTo(one);
  }
}
