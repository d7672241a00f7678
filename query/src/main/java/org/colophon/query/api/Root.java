package org.colophon.query.api;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;

/**
 * Where a lineage starts.
 *
 * @param type what the id is an id of
 * @param id the global id
 * @param lsn for an object, the version meant is the one as of this LSN; for a process, what it did
 *     up to this LSN. {@link Lsn#LATEST} for now
 */
public record Root(NodeType type, long id, long lsn) {
  public Root {
    if (id <= 0 || lsn <= 0) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a root needs a positive id and LSN, not " + id + "@" + lsn);
    }
  }

  /** An object's version as of an LSN. */
  public static Root object(long id, long lsn) {
    return new Root(NodeType.OBJECT, id, lsn);
  }

  /** An object's newest version. */
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
