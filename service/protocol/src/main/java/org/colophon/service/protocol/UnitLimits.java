package org.colophon.service.protocol;

/** Limits of a unit, which is recorded completely or not at all. */
public final class UnitLimits {
  /** Operations that the kernel takes in one unit. */
  public static final int MAX_OPERATIONS = 4096;

  /** Lines: operations, as many positions, and the lines that begin and end the unit. */
  public static final int MAX_LINES = 2 * MAX_OPERATIONS + 2;

  private UnitLimits() {}
}
