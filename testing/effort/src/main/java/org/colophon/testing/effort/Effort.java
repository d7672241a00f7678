// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.effort;

import java.time.Duration;

/**
 * Multiplier for the rounds of crash loops, soak tests, damaged stores and properties. The system
 * property {@code test.effort} sets it; the default of 1 runs few rounds of every kind.
 */
public final class Effort {
  /** Name of the system property. */
  public static final String PROPERTY = "test.effort";

  private Effort() {}

  /** Returns the effort, at least 1. */
  public static int level() {
    return Math.max(1, Integer.getInteger(PROPERTY, 1));
  }

  /** Returns the number of rounds for a test that runs {@code base} rounds at effort 1. */
  public static int times(int base) {
    return Math.multiplyExact(base, level());
  }

  /** Returns the duration of a test that runs for {@code base} at effort 1. */
  public static Duration duration(Duration base) {
    return base.multipliedBy(level());
  }
}
