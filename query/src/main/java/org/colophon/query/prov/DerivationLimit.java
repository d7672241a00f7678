// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;

/**
 * Selects the processes for which PROV exports include derivations. A process has as many
 * derivations as reads times writes. So they are omitted for a process that, for example, copied a
 * large directory. PROV is valid without derivations, and the document still includes all reads and
 * writes.
 */
public final class DerivationLimit {
  private static final long MAX_PAIRS = 2_000_000;
  private static final long MAX_PAIRS_IN_ALL = 4_000_000;
  private static final int MAX_SHOWN = 3;

  private final Lineage lineage;
  private final boolean[] isLeftOut;

  public DerivationLimit(Lineage lineage) {
    this.lineage = lineage;
    this.isLeftOut = new boolean[lineage.nodes().size()];
    long[] reads = new long[isLeftOut.length];
    long[] writes = new long[isLeftOut.length];
    for (LineageEdge edge : lineage.edges()) {
      if (edge.kind() == EdgeKind.READ && !lineage.cause(edge).isAbsent()) {
        reads[edge.effect()]++;
      } else if (edge.kind() == EdgeKind.WRITE) {
        writes[edge.cause()]++;
      }
    }
    long all = 0;
    for (int i = 0; i < isLeftOut.length; i++) {
      long pairs = reads[i] * writes[i];
      isLeftOut[i] = pairs > MAX_PAIRS || all + pairs > MAX_PAIRS_IN_ALL;
      all += isLeftOut[i] ? 0 : pairs;
    }
  }

  /** Returns whether the export omits the derivations of a process. */
  public boolean isLeftOut(int process) {
    return isLeftOut[process];
  }

  /** Returns remarks about the processes without derivations; empty if there are none. */
  public List<String> remarks() {
    int[] left = IntStream.range(0, isLeftOut.length).filter(this::isLeftOut).toArray();
    if (left.length == 0) {
      return List.of();
    }
    String shown =
        IntStream.of(left)
            .limit(MAX_SHOWN)
            .mapToObj(i -> lineage.nodes().get(i).key())
            .collect(Collectors.joining(", "));
    String more = left.length > MAX_SHOWN ? " and " + (left.length - MAX_SHOWN) + " more" : "";
    return List.of(
        "no wasDerivedFrom for the writes of "
            + shown
            + more
            + ": too much was read and written; see used and wasGeneratedBy");
  }
}
