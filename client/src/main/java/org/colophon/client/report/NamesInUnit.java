// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.List;
import java.util.Objects;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Looks up a path in an open unit. Applies the unit's name changes in reverse order. */
final class NamesInUnit {
  private NamesInUnit() {}

  /**
   * Result of a lookup in the unit.
   *
   * @param object the object if the unit binds the path; 0 otherwise
   * @param before the path that the object had before the unit; null if the unit itself binds or
   *     unbinds the path
   * @param isRenamed true if the unit renamed another path to this one
   */
  record Found(long object, @Nullable Bytes before, boolean isRenamed) {
    private static Found of(long object) {
      return new Found(object, null, false);
    }
  }

  static Found find(List<RemoteOperation> unit, Bytes path) {
    Bytes name = path;
    boolean isRenamed = false;
    for (int i = unit.size() - 1; i >= 0; i--) {
      RemoteOperation each = unit.get(i);
      Bytes at = each.path;
      if (at == null || each.call == Call.RESOLVE) {
        continue;
      }
      boolean isSame = name.equals(at);
      switch (each.call) {
        case BIND, OBJECT -> {
          if (isSame) {
            return Found.of(each.call == Call.BIND ? each.object : each.declared);
          }
        }
        case UNBIND -> {
          if (isSame || isBelow(name, at)) {
            return Found.of(0);
          }
        }
        case RENAME -> {
          Bytes to = Objects.requireNonNull(each.to);
          if (name.equals(to) || isBelow(name, to)) {
            isRenamed |= name.equals(to);
            name = moved(name, to, at);
          } else if (isSame || isBelow(name, at)) {
            return Found.of(0);
          }
        }
        default -> name = exchanged(name, at, each.to);
      }
    }
    return new Found(0, name, isRenamed);
  }

  private static Bytes exchanged(Bytes name, Bytes one, @Nullable Bytes other) {
    if (other == null) {
      return name;
    }
    if (name.equals(other) || isBelow(name, other)) {
      return moved(name, other, one);
    }
    return name.equals(one) || isBelow(name, one) ? moved(name, one, other) : name;
  }

  private static Bytes moved(Bytes name, Bytes from, Bytes to) {
    return to.concat(name.slice(from.length(), name.length()));
  }

  private static boolean isBelow(Bytes name, Bytes directory) {
    int length = directory.length();
    return name.length() > length
        && name.at(length) == '/'
        && name.slice(0, length).equals(directory);
  }
}
