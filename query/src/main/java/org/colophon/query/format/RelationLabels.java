package org.colophon.query.format;

import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;

/** Labels of relations for people, seen from the node nearer to the root. */
public final class RelationLabels {
  private RelationLabels() {}

  /** Suffix of a write that may not have taken effect. */
  private static final String ATTEMPTED = " [attempted]";

  public static String of(EdgeKind kind, boolean isAttempted, Direction direction) {
    return marked(of(kind, direction), isAttempted);
  }

  /** A word for an edge, marked if the source could not tell that it took effect. */
  public static String marked(String word, boolean isAttempted) {
    return word + (isAttempted ? ATTEMPTED : "");
  }

  public static String of(EdgeKind kind, Direction direction) {
    return direction == Direction.ANCESTORS ? backwards(kind) : forwards(kind);
  }

  private static String backwards(EdgeKind kind) {
    return switch (kind) {
      case READ -> "read";
      case WRITE -> "written by";
      case CODE -> "ran code of";
      case NAME -> "named by";
      case FORK -> "forked by";
      case EXEC -> "executed by";
      case SIGNAL -> "signalled by";
      case MEMORY -> "given memory by";
      case INFORM -> "informed by";
      case SENT -> "sent data by";
      case RECEIVED -> "received from";
      case DERIVATION -> "derived from";
    };
  }

  private static String forwards(EdgeKind kind) {
    return switch (kind) {
      case READ -> "read by";
      case WRITE -> "wrote";
      case CODE -> "run as code by";
      case NAME -> "named";
      case FORK -> "forked";
      case EXEC -> "executed";
      case SIGNAL -> "signalled";
      case MEMORY -> "gave memory to";
      case INFORM -> "informed";
      case SENT -> "sent data to";
      case RECEIVED -> "received by";
      case DERIVATION -> "led to";
    };
  }
}
