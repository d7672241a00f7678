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
 */
public record Root(NodeType type, long id, long lsn) {
  public Root {
    if (id <= 0 || lsn <= 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a root needs a positive id and LSN, not " + id + "@" + lsn);
    }
  }

  /** Returns an object's version as of an LSN. */
  public static Root object(long id, long lsn) {
    return new Root(NodeType.OBJECT, id, lsn);
  }

  /** Returns an object's newest version. */
  public static Root object(long id) {
    return object(id, Lsn.LATEST);
  }

  public static Root process(long id) {
    return new Root(NodeType.PROCESS, id, Lsn.LATEST);
  }

  public static Root process(long id, long lsn) {
    return new Root(NodeType.PROCESS, id, lsn);
  }
}
