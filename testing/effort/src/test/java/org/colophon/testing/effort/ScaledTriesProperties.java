// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.effort;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

class ScaledTriesProperties {
  private static String former;
  private static int runs;

  @BeforeContainer
  static void setEffort() {
    former = System.setProperty(Effort.PROPERTY, "3");
  }

  @AfterContainer
  static void runsTriesTimesEffort() {
    if (former == null) {
      System.clearProperty(Effort.PROPERTY);
    } else {
      System.setProperty(Effort.PROPERTY, former);
    }
    assertThat(runs).isEqualTo(3 * 7);
  }

  @Property(tries = 7)
  void countsRuns(@ForAll int ignored) {
    runs++;
  }

  @Example
  void multipliesRounds() {
    assertThat(Effort.times(5)).isEqualTo(15);
  }

  @Example
  void treatsEffortBelowOneAsOne() {
    System.setProperty(Effort.PROPERTY, "0");
    try {
      assertThat(Effort.level()).isEqualTo(1);
    } finally {
      System.setProperty(Effort.PROPERTY, "3");
    }
  }
}
