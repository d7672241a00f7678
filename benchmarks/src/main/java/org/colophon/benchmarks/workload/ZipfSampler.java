// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.util.SplittableRandom;

/**
 * Draws ranks with probability proportional to 1 / (rank + 1)^exponent, in constant time.
 *
 * <p>Uses an alias table (A. J. Walker, "An efficient method for generating discrete random
 * variables with general distributions", ACM TOMS 3, 1977; construction by M. Vose, 1991). A column
 * of the table returns its own rank below a threshold, and another rank above it.
 */
final class ZipfSampler {
  private final double[] threshold;
  private final int[] alias;

  ZipfSampler(int ranks, double exponent) {
    threshold = weights(ranks, exponent);
    alias = new int[ranks];
    balance();
  }

  /** Returns weights with mean 1. */
  private static double[] weights(int ranks, double exponent) {
    double[] weights = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      weights[rank] = Math.pow(rank + 1.0, -exponent);
      sum += weights[rank];
    }
    for (int rank = 0; rank < ranks; rank++) {
      weights[rank] *= ranks / sum;
    }
    return weights;
  }

  /** Fills each column that is below the mean weight from a column above the mean. */
  private void balance() {
    int ranks = threshold.length;
    int[] light = new int[ranks];
    int[] heavy = new int[ranks];
    int lights = 0;
    int heavies = 0;
    for (int rank = 0; rank < ranks; rank++) {
      if (threshold[rank] < 1) {
        light[lights++] = rank;
      } else {
        heavy[heavies++] = rank;
      }
    }
    while (lights > 0 && heavies > 0) {
      int filled = light[--lights];
      int giver = heavy[heavies - 1];
      alias[filled] = giver;
      threshold[giver] -= 1 - threshold[filled];
      if (threshold[giver] < 1) {
        heavies--;
        light[lights++] = giver;
      }
    }
    settleRest(light, lights);
    settleRest(heavy, heavies);
  }

  /** Fills the columns that remain because of rounding. */
  private void settleRest(int[] ranks, int count) {
    for (int i = 0; i < count; i++) {
      threshold[ranks[i]] = 1;
    }
  }

  int draw(SplittableRandom random) {
    int column = random.nextInt(threshold.length);
    return random.nextDouble() < threshold[column] ? column : alias[column];
  }
}
