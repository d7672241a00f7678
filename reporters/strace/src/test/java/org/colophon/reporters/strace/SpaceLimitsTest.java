// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.strace.TraceFile.SpaceLimits;
import org.junit.jupiter.api.Test;

class SpaceLimitsTest {
  private static final long MIB = 1L << 20;

  @Test
  void leavesMostOfSmallFileSystemFree() {
    SpaceLimits container = new SpaceLimits(64 * MIB);
    assertThat(container.isEnough()).isTrue();
    assertThat(container.maxBacklogBytes()).isEqualTo(16 * MIB);
    assertThat(container.punchBytes()).isEqualTo(8 * MIB);
    assertThat(container.resumeBytes()).isLessThan(container.maxBacklogBytes());
  }

  @Test
  void hasMaximumBacklogOnLargeFileSystem() {
    SpaceLimits large = new SpaceLimits((1L << 20) * MIB);
    assertThat(large.maxBacklogBytes()).isEqualTo(256 * MIB);
    assertThat(large.punchBytes()).isEqualTo(32 * MIB);
  }

  @Test
  void requiresMinimumOfFreeSpace() {
    assertThat(new SpaceLimits(8 * MIB).isEnough()).isFalse();
  }

  @Test
  void hasMinimumBacklogWithoutFreeSpace() {
    SpaceLimits last = new SpaceLimits(1);
    assertThat(last.maxBacklogBytes()).isEqualTo(MIB);
    assertThat(last.resumeBytes()).isBetween(1L, MIB - 1);
    assertThat(last.punchBytes()).isEqualTo(MIB);
  }

  @Test
  void usesMaximumLimitsIfFreeSpaceIsUnknown() {
    SpaceLimits unknown = new SpaceLimits(0);
    assertThat(unknown.isEnough()).isFalse();
    assertThat(unknown.maxBacklogBytes()).isEqualTo(256 * MIB);
    assertThat(unknown.resumeBytes()).isEqualTo(64 * MIB);
    assertThat(unknown.punchBytes()).isEqualTo(32 * MIB);
  }
}
