// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;

/**
 * Start node of a lineage.
 *
 * @param type type of the id
 * @param id the global id
 * @param lsn LSN that selects an object's version, or the last operation of a process that counts;
 *     {@link Lsn#LATEST} for now
 * @param sinceLsn LSN from which accesses of the object count for descendants; 0 for its version's
 *     begin
 */
public record Root(NodeType type, long id, long lsn, long sinceLsn) {
  public Root {
    if (id <= 0 || lsn <= 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a root needs a positive id and LSN, not " + id + "@" + lsn);
    }
  }

  /** Returns an object's version as of an LSN. */
  public static Root object(long id, long lsn) {
    return new Root(NodeType.OBJECT, id, lsn, 0);
  }

  /** Returns an object's version as of an LSN, of which only later accesses have descendants. */
  public static Root objectSince(long id, long lsn) {
    return new Root(NodeType.OBJECT, id, lsn, lsn);
  }

  /** Returns an object's newest version. */
  public static Root object(long id) {
    return object(id, Lsn.LATEST);
  }

  public static Root process(long id) {
    return new Root(NodeType.PROCESS, id, Lsn.LATEST, 0);
  }

  public static Root process(long id, long lsn) {
    return new Root(NodeType.PROCESS, id, lsn, 0);
  }
}
