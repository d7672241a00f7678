// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.Snapshot;

/** Names of a store's snapshots that are in use. Guarded by the lock on the names. */
public final class SnapshotNames {
  private static final int MAX_CHARACTERS = 200;

  private final Set<String> names = new HashSet<>();

  /** Applies an earlier snapshot, in LSN order. */
  public void add(Snapshot snapshot) {
    if (snapshot.isDeletion()) {
      names.remove(snapshot.name());
    } else {
      names.add(snapshot.name());
    }
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
   * Changes a name.
   *
   * @return a step that undoes the change
   * @throws ColophonException ALREADY_EXISTS if the name to take is in use; NOT_FOUND if the name
   *     to move or delete is not; BAD_REQUEST for a name that reads as an LSN or does not fit on a
   *     line
   */
  public Runnable change(String name, Snapshot.Change change) {
    boolean isDigits = name.chars().allMatch(c -> c >= '0' && c <= '9');
    boolean isHarmless = Bytes.of(name).display().equals(name) && !name.contains("@");
    if (isDigits || !isHarmless || name.length() > MAX_CHARACTERS) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a snapshot's name is not only digits, has no '@', backslash or control character, and at"
              + " most %d characters".formatted(MAX_CHARACTERS));
    }
    boolean isUsed = names.contains(name);
    if (isUsed && change == Snapshot.Change.TAKE) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "there is a snapshot called '%s' already: choose another name, or move this one"
              .formatted(name));
    }
    if (!isUsed && change != Snapshot.Change.TAKE) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no snapshot called '%s' to %s; colophon snapshots lists the names"
              .formatted(name, change == Snapshot.Change.MOVE ? "move" : "delete"));
    }
    switch (change) {
      case TAKE -> names.add(name);
      case DELETE -> names.remove(name);
      case MOVE -> {}
    }
    return () -> {
      switch (change) {
        case TAKE -> names.remove(name);
        case DELETE -> names.add(name);
        case MOVE -> {}
      }
    };
  }
}
