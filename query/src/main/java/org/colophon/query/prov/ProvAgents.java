// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import java.util.BitSet;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Agents among the objects of a lineage. Imports of PROV record an attribution as a derivation from
 * an agent. If the effect is an agent too, the derivation is a delegation. An agent that was also
 * read or written is an entity as well.
 */
final class ProvAgents {
  private final Lineage lineage;
  private final BitSet entities = new BitSet();

  ProvAgents(Lineage lineage) {
    this.lineage = lineage;
    for (LineageEdge edge : lineage.edges()) {
      if (edge.kind() != EdgeKind.DERIVATION) {
        entities.set(edge.effect());
        entities.set(edge.cause());
      } else if (!isAgent(lineage.cause(edge))) {
        entities.set(edge.effect());
      }
    }
  }

  static boolean isAgent(LineageNode node) {
    return node.object() != null && node.object().declaration().kind() == ObjectKind.AGENT;
  }

  static String id(LineageNode node) {
    return ProvNames.AGENTS + ":" + node.scoped(node.id());
  }

  /** Returns whether a node is an agent but not an entity. */
  boolean isPure(LineageNode node) {
    return isAgent(node) && !entities.get(node.index());
  }

  /** Returns the PROV relation that a derivation represents. */
  String relation(LineageEdge derivation) {
    if (!isAgent(lineage.cause(derivation))) {
      return "wasDerivedFrom";
    }
    return isPure(lineage.effect(derivation)) ? "actedOnBehalfOf" : "wasAttributedTo";
  }
}
