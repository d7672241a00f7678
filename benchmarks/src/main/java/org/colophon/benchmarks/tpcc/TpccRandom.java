// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.util.SplittableRandom;

/**
 * Random values of TPC-C: skewed selections of customers and items, and last names composed of
 * syllables.
 */
final class TpccRandom {
  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };

  private static final int NAMES = 1_000;

  private final SplittableRandom random;
  private final TpccSettings settings;

  TpccRandom(TpccSettings settings, long stream) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed() * 0x9e3779b97f4a7c15L + stream);
  }

  /** Returns a random number in a range, which includes both ends. */
  int between(int from, int to) {
    return random.nextInt(from, to + 1);
  }

  boolean isChosen(int percent) {
    return random.nextInt(100) < percent;
  }

  int warehouse() {
    return between(1, settings.warehouses());
  }

  int district() {
    return between(1, TpccSchema.DISTRICTS);
  }

  int customer() {
    return skewed(1023, settings.customers());
  }

  int item() {
    return skewed(8191, settings.items());
  }

  /**
   * Returns a number according to NURand of clause 2.1.6, which selects some values far more often
   * than others.
   */
  private int skewed(int mask, int count) {
    return ((between(0, mask) | between(1, count)) % count) + 1;
  }

  /** Returns an existing last name. */
  String someLastName() {
    int names = Math.min(NAMES, settings.customers());
    return lastName(skewed(255, names) - 1);
  }

  /** Returns the last name of a customer. The first thousand customers have distinct last names. */
  String lastNameOf(int customer) {
    return lastName((customer - 1) % NAMES);
  }

  private static String lastName(int number) {
    return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
  }

  String letters(int length) {
    StringBuilder letters = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      letters.append((char) ('a' + random.nextInt(26)));
    }
    return letters.toString();
  }
}
