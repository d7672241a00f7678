package org.colophon.query.search;

import org.colophon.query.api.EdgeKind;

/** Depth of edges in half steps: see {@link org.colophon.query.api.LineageQuery}. */
public final class StepCosts {
  private static final int[] COST = new int[EdgeKind.values().length];

  static {
    for (EdgeKind kind : EdgeKind.values()) {
      COST[kind.code()] =
          switch (kind) {
            case READ, WRITE, CODE, NAME -> 1;
            case EXEC -> 0;
            case FORK, SIGNAL, MEMORY, INFORM, SENT, RECEIVED, DERIVATION -> 2;
          };
    }
  }

  private StepCosts() {}

  public static int of(int kind) {
    return COST[kind];
  }
}
