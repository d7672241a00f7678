// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

/** Limits of a unit, which is recorded completely or not at all. */
public final class UnitLimits {
  /** Maximum number of operations in a unit. */
  public static final int MAX_OPERATIONS = 4096;

  /**
   * Maximum number of lines in a unit: operations, as many positions, and the first and last line.
   */
  public static final int MAX_LINES = 2 * MAX_OPERATIONS + 2;

  private UnitLimits() {}
}
