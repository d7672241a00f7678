package org.colophon.query.api;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Flow;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.RelationKind;

/** The meaning of an edge of a lineage. The effect comes first, the cause second, as in PROV. */
public enum EdgeKind {
  /** A process read an object version. */
  READ(0, AccessMode.READ),
  /** An object version was written by a process. */
  WRITE(1, AccessMode.WRITE),
  /** A process loaded an object version as code. */
  CODE(2, AccessMode.CODE),
  /** An object was given, or lost, a name by a process. */
  NAME(3, AccessMode.NAME),
  /** A process is a fork of another. */
  FORK(4, LinkKind.FORK),
  /** A process replaced another by execve. */
  EXEC(5, LinkKind.EXEC),
  /** A process was signalled by another. */
  SIGNAL(6, LinkKind.SIGNAL),
  /** A process shares or was given memory by another. */
  MEMORY(7, LinkKind.MEMORY),
  /** A process learned something of another. */
  INFORM(8, LinkKind.INFORM),
  /** An object version was derived from another. */
  DERIVATION(9, Flow.DATA, RelationKind.WAS_DERIVED_FROM),
  /** A process sent data to an end that another source recorded. */
  SENT(10, LinkKind.SENT),
  /** A process received data from an end that another source recorded. */
  RECEIVED(11, LinkKind.RECEIVED);

  private static final EdgeKind[] BY_MODE = {READ, WRITE, CODE, NAME};
  private static final EdgeKind[] BY_LINK = {FORK, EXEC, SIGNAL, MEMORY, INFORM, SENT, RECEIVED};
  private static final EdgeKind[] BY_CODE = values();

  private final int code;
  private final Flow flow;
  private final RelationKind relation;

  EdgeKind(int code, AccessMode mode) {
    this(code, mode.flow(), mode.relation());
  }

  EdgeKind(int code, LinkKind kind) {
    this(code, kind.flow(), RelationKind.WAS_INFORMED_BY);
  }

  EdgeKind(int code, Flow flow, RelationKind relation) {
    this.code = code;
    this.flow = flow;
    this.relation = relation;
  }

  /** A small number; for accesses, that of the access mode. */
  public int code() {
    return code;
  }

  public Flow flow() {
    return flow;
  }

  public RelationKind relation() {
    return relation;
  }

  /** The kind of an access that lineage follows: read, write, code or name. */
  public static EdgeKind of(AccessMode mode) {
    return BY_MODE[mode.code()];
  }

  public static EdgeKind of(LinkKind kind) {
    return BY_LINK[kind.code()];
  }

  /** The kind with a code. */
  public static EdgeKind of(int code) {
    return BY_CODE[code];
  }
}
