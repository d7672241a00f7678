// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the share of one principal in the slots. */
class RequestSlotsTest {
  private static final int COUNT = 2;
  private static final int ASIDE = 64;

  private final RequestSlots slots = new RequestSlots(COUNT, ASIDE);

  @Test
  void leavesRoomForOthersWhileOnePrincipalReadsSlowly() throws InterruptedException {
    int entered = 0;
    while (entered < COUNT + ASIDE && slots.enter("slow")) {
      assertThat(slots.stepAside()).isTrue();
      entered++;
    }
    assertThat(entered).isEqualTo((COUNT + ASIDE) / 2);
    assertThat(slots.enter("other")).isTrue();
    assertThat(slots.stepAside()).isTrue();
  }

  @Test
  void givesShareBackWhenRequestLeaves() throws InterruptedException {
    for (int i = 0; i < COUNT + ASIDE; i++) {
      assertThat(slots.enter("one")).isTrue();
      slots.leave("one");
    }
  }
}
