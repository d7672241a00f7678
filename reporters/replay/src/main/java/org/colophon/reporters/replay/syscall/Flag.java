// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import org.colophon.core.model.Bytes;

/** A symbolic constant in an argument: some bits, or one value of an enumeration. */
public final class Flag {
  private static final long ALL = 0xffff_ffffL;

  private final Bytes name;
  private final long mask;
  private final long value;
  private final boolean isShownAsNumber;

  private Flag(String name, long mask, long value, boolean isShownAsNumber) {
    this.name = Bytes.of(name);
    this.mask = mask;
    this.value = value;
    this.isShownAsNumber = isShownAsNumber;
  }

  /** Creates a flag with its bits on Linux. */
  public static Flag of(String name, long bits) {
    return new Flag(name, bits, bits, true);
  }

  /** Creates a value of an enumeration. strace never prints it as a number. */
  public static Flag value(String name, long value) {
    return value(name, ALL, value);
  }

  /** Creates a value of an enumeration that fills only some bits of the argument. */
  public static Flag value(String name, long mask, long value) {
    return new Flag(name, mask, value, false);
  }

  /** Creates a constant that only strace shows. */
  public static Flag word(String name) {
    return new Flag(name, 0, 1, false);
  }

  public Bytes name() {
    return name;
  }

  /** Returns whether strace may print the bits instead of the name. */
  public boolean isShownAsNumber() {
    return isShownAsNumber;
  }

  /** Returns whether a number contains the bits or the value. */
  public boolean isIn(long number) {
    return (number & mask) == value;
  }
}
