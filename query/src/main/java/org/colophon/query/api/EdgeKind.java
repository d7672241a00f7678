// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Flow;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.RelationKind;

/**
 * Meaning of an edge of a lineage. Each comment names the effect first and the cause second, as
 * PROV does.
 */
public enum EdgeKind {
  /** A process read an object version. */
  READ(0, AccessMode.READ, "read", "read by"),
  /** A process wrote an object version. */
  WRITE(1, AccessMode.WRITE, "written by", "wrote"),
  /** A process loaded an object version as code. */
  CODE(2, AccessMode.CODE, "ran code of", "run as code by"),
  /** A process added or removed a name of an object. */
  NAME(3, AccessMode.NAME, "named by", "named"),
  /** A process is a fork of another. */
  FORK(4, LinkKind.FORK, "forked by", "forked"),
  /** A process replaced another by execve. */
  EXEC(5, LinkKind.EXEC, "executed by", "executed"),
  /** A process sent a signal to another. */
  SIGNAL(6, LinkKind.SIGNAL, "signalled by", "signalled"),
  /** A process read the memory of another, or another process wrote into its memory. */
  MEMORY(7, LinkKind.MEMORY, "given memory by", "gave memory to"),
  /** A process received information from another process. */
  INFORM(8, LinkKind.INFORM, "informed by", "informed"),
  /** An object version was derived from another. */
  DERIVATION(9, 2, Flow.DATA, RelationKind.WAS_DERIVED_FROM, "derived from", "led to"),
  /** A process sent data to a peer that another source recorded. */
  SENT(10, LinkKind.SENT, "sent data by", "sent data to"),
  /** A process received data from a peer that another source recorded. */
  RECEIVED(11, LinkKind.RECEIVED, "received from", "received by"),
  /** A process changed an object's mode, owner, times or other attributes. */
  ATTRIBUTES(12, AccessMode.TOUCH, "attributes changed by", "changed attributes of"),
  /** An end of a connection received data that another host sent. */
  CONNECTION(13, 0, Flow.DATA, RelationKind.WAS_DERIVED_FROM, "sent as", "arrived as"),
  /** A shared file is the same file on two hosts. */
  SHARED(14, 0, Flow.DATA, RelationKind.WAS_DERIVED_FROM, "shared as", "shared as");

  private static final EdgeKind[] BY_MODE = {READ, WRITE, CODE, NAME, ATTRIBUTES};
  private static final EdgeKind[] BY_LINK = {FORK, EXEC, SIGNAL, MEMORY, INFORM, SENT, RECEIVED};
  private static final EdgeKind[] BY_CODE = values();

  private final int code;
  private final int halfSteps;
  private final Flow flow;
  private final RelationKind relation;
  private final String backwards;
  private final String forwards;

  EdgeKind(int code, AccessMode mode, String backwards, String forwards) {
    this(code, 1, mode.flow(), mode.relation(), backwards, forwards);
  }

  EdgeKind(int code, LinkKind kind, String backwards, String forwards) {
    this(
        code,
        kind == LinkKind.EXEC ? 0 : 2,
        kind.flow(),
        RelationKind.WAS_INFORMED_BY,
        backwards,
        forwards);
  }

  EdgeKind(
      int code,
      int halfSteps,
      Flow flow,
      RelationKind relation,
      String backwards,
      String forwards) {
    this.code = code;
    this.halfSteps = halfSteps;
    this.flow = flow;
    this.relation = relation;
    this.backwards = backwards;
    this.forwards = forwards;
  }

  /** Returns a unique number, which differs from the codes of access modes. */
  public int code() {
    return code;
  }

  /** Returns the length of the edge in half steps, see {@link LineageQuery}. */
  public int halfSteps() {
    return halfSteps;
  }

  /** Returns the label of the relation, read from the node nearer to the root. */
  public String label(boolean isAttempted, Direction direction) {
    return marked(direction == Direction.ANCESTORS ? backwards : forwards, isAttempted);
  }

  /** Marks the label of a write if the source does not know whether it took effect. */
  public static String marked(String word, boolean isAttempted) {
    return word + (isAttempted ? " [attempted]" : "");
  }

  public Flow flow() {
    return flow;
  }

  public RelationKind relation() {
    return relation;
  }

  /**
   * Returns the edge kind of an access mode. Lineage follows a touch only if it changes attributes.
   */
  public static EdgeKind of(AccessMode mode) {
    return BY_MODE[mode.code()];
  }

  public static EdgeKind of(LinkKind kind) {
    return BY_LINK[kind.code()];
  }

  /** Returns the kind with a code. */
  public static EdgeKind of(int code) {
    return BY_CODE[code];
  }
}
