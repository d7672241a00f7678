// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.fact;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A durable name for an LSN, or the removal of such a name. A later snapshot of the same name moves
 * the name. So the snapshots of a store, in LSN order, are the history of its names.
 *
 * @param label the stored form, see {@link #label}
 * @param lsn the position that the name gets, or at which it is removed
 * @param timeNanos time of the snapshot, in nanoseconds since 1970
 */
public record Snapshot(String label, long lsn, long timeNanos) {
  /** Follows the name in the label of a removal. A name has no at sign. */
  private static final String DELETED = "@deleted";

  /** Change of a name. */
  public enum Change {
    /** Names the present state. The name must be free. */
    TAKE,
    /** Moves an existing name to the present state. */
    MOVE,
    /** Frees an existing name. */
    DELETE
  }

  /** Returns the stored form of a change of a name. */
  public static String label(String name, Change change) {
    return change == Change.DELETE ? name + DELETED : name;
  }

  /** Returns true if the name was removed here. */
  public boolean isDeletion() {
    return label.endsWith(DELETED);
  }

  /** Returns the name, which has at most one meaning as of an LSN. */
  public String name() {
    return isDeletion() ? label.substring(0, label.length() - DELETED.length()) : label;
  }

  /**
   * Returns the snapshots that are in force as of an LSN, by name.
   *
   * @param history all snapshots in LSN order
   */
  public static Map<String, Snapshot> asOf(List<Snapshot> history, long lsn) {
    Map<String, Snapshot> inForce = new LinkedHashMap<>();
    for (Snapshot each : history) {
      if (each.lsn <= lsn) {
        inForce.remove(each.name());
        if (!each.isDeletion()) {
          inForce.put(each.name(), each);
        }
      }
    }
    return inForce;
  }
}
