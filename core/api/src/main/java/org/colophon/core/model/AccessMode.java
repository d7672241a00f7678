// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import org.colophon.core.error.ErrorCode;

/**
 * Modes in which a process accesses an object. Each combination of process, object version and mode
 * has its own access intervals. Codes are durable: never renumber.
 */
public enum AccessMode {
  /** Content flows from the object to the process (PROV used). */
  READ(0, Flow.DATA, RelationKind.USED),
  /** Content flows from the process to the object (PROV wasGeneratedBy). */
  WRITE(1, Flow.DATA, RelationKind.WAS_GENERATED_BY),
  /** The object is loaded as code: the executable and its libraries (PROV used, role code). */
  CODE(2, Flow.DATA, RelationKind.USED),
  /** The process bound, moved or removed a name of the object (PROV wasInfluencedBy). */
  NAME(3, Flow.NAME, RelationKind.WAS_INFLUENCED_BY),
  /** The process opened, closed, or changed attributes of the object; no content flows. */
  TOUCH(4, Flow.NONE, RelationKind.WAS_INFLUENCED_BY),
  /** The object is an agent, and the process acts for it (PROV wasAssociatedWith). */
  AGENT(5, Flow.NONE, RelationKind.WAS_ASSOCIATED_WITH);

  /** Number of modes. Every code is smaller. */
  public static final int COUNT = 6;

  /** Mask that selects every mode. */
  public static final int ALL = (1 << COUNT) - 1;

  private static final AccessMode[] BY_CODE = values();

  private final int code;
  private final Flow flow;
  private final RelationKind relation;

  AccessMode(int code, Flow flow, RelationKind relation) {
    this.code = code;
    this.flow = flow;
    this.relation = relation;
  }

  public int code() {
    return code;
  }

  public Flow flow() {
    return flow;
  }

  public RelationKind relation() {
    return relation;
  }

  /** Returns this mode's bit in a mask of modes. */
  public int bit() {
    return 1 << code;
  }

  /** Returns the mode for a durable code. */
  public static AccessMode of(int code) {
    if (code < 0 || code >= COUNT) {
      throw ErrorCode.STORE_CORRUPT.exception("unknown access mode code " + code);
    }
    return BY_CODE[code];
  }
}
