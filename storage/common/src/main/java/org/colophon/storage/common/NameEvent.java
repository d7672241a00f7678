// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import org.colophon.core.model.Bytes;

/**
 * A stored change of names. A bind concerns one path. All other kinds concern a path and everything
 * below it, so a moved directory takes two events for any number of names.
 *
 * @param path the bound path, or the top of the changed subtree.
 * @param position orders events; two events of one record share it.
 * @param object the bound or moved object, 0 if unknown.
 * @param other the earlier path of names that arrived, or the new path of names that left.
 */
public record NameEvent(Kind kind, Bytes path, long position, long lsn, long object, Bytes other) {
  /** The kinds of events. Names and codes are durable. */
  public enum Kind {
    GONE(0),
    MOVED_AWAY(1),
    CAME(2),
    SWAPPED(3),
    BIND(4);

    private static final Kind[] BY_CODE = values();

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    public static Kind of(int code) {
      return BY_CODE[code];
    }
  }

  public boolean isBind() {
    return kind == Kind.BIND;
  }

  /** Returns whether other names arrived at the path. */
  public boolean hasCome() {
    return kind == Kind.CAME || kind == Kind.SWAPPED;
  }

  /** Returns whether the names at the path moved elsewhere. */
  public boolean hasLeft() {
    return kind == Kind.MOVED_AWAY || kind == Kind.SWAPPED;
  }

  /** Translates a name at or below {@code path} to the same name at or below {@code other}. */
  public Bytes translate(Bytes name) {
    return NamePaths.move(name, path, other);
  }
}
