// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** Unique names of a store's snapshots. Guarded by the caller's lock. */
public final class SnapshotNames {
  private static final int MAX_CHARACTERS = 200;

  private final Set<String> names = new HashSet<>();

  /** Adds the name of an earlier snapshot. */
  public void add(String name) {
    names.add(name);
  }

  /** Returns the next free name of s1, s2, ... */
  public String next() {
    int number = 1;
    while (names.contains("s" + number)) {
      number++;
    }
    return "s" + number;
  }

  /**
   * Reserves a name.
   *
   * @throws ColophonException ALREADY_EXISTS; BAD_REQUEST for a name that reads as an LSN or does
   *     not fit on a line
   */
  public void take(String name) {
    boolean isDigits = name.chars().allMatch(c -> c >= '0' && c <= '9');
    boolean isHarmless = Bytes.of(name).display().equals(name) && !name.contains("@");
    if (isDigits || !isHarmless || name.length() > MAX_CHARACTERS) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a snapshot's name is not only digits, has no '@', backslash or control character, and at"
              + " most %d characters".formatted(MAX_CHARACTERS));
    }
    if (!names.add(name)) {
      throw ErrorCode.ALREADY_EXISTS.exception("there is a snapshot called '" + name + "' already");
    }
  }
}
