// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.jspecify.annotations.Nullable;

/** Nodes and statements of the documents, in document order. */
final class ProvGraph {
  private static final int NONE = -1;

  final List<ProvNode> nodes = new ArrayList<>();
  final List<Statement> statements = new ArrayList<>();

  /** Relations with a missing end. They are stored without an edge. */
  final List<ProvRecord> loose = new ArrayList<>();

  private final Map<String, Integer> activities = new HashMap<>();
  private final Map<String, Integer> objects = new HashMap<>();

  ProvGraph(List<ProvRecord> records) {
    for (ProvRecord each : records) {
      if (each.kind().isElement()) {
        declare(each);
      }
    }
    for (ProvRecord each : records) {
      if (!each.kind().isElement()) {
        relate(each);
      }
    }
  }

  private void declare(ProvRecord element) {
    boolean isActivity = element.kind() == ProvKind.ACTIVITY;
    ProvNode node = nodes.get(node(isActivity, element.id(), element.scope()));
    node.declarations.add(element);
    node.isAgent |= element.kind() == ProvKind.AGENT;
  }

  private int node(boolean isActivity, String name, Prefixes scope) {
    String iri = scope.resolve(name);
    Map<String, Integer> known = isActivity ? activities : objects;
    return known.computeIfAbsent(
        iri,
        key -> {
          nodes.add(new ProvNode(isActivity, iri, name));
          return nodes.size() - 1;
        });
  }

  /** Returns the node that an attribute names; {@link #NONE} if absent. */
  private int end(ProvRecord relation, String attribute) {
    String name = attribute.isEmpty() ? "" : relation.text(attribute);
    if (name.isEmpty()) {
      return NONE;
    }
    boolean isActivity = ProvKind.isActivity(attribute);
    if (relation.kind() == ProvKind.INFLUENCED) {
      isActivity = activities.containsKey(relation.scope().resolve(name));
    }
    int node = node(isActivity, name, relation.scope());
    nodes.get(node).isAgent |= ProvKind.isAgent(attribute);
    return node;
  }

  /** Returns the ends that are present, by attribute, the effect first. */
  Map<String, ProvNode> ends(ProvRecord relation) {
    Map<String, ProvNode> ends = new LinkedHashMap<>();
    for (String attribute : relation.kind().ends()) {
      int node = end(relation, attribute);
      if (node != NONE) {
        ends.put(attribute, nodes.get(node));
      }
    }
    return ends;
  }

  private void relate(ProvRecord relation) {
    ProvKind kind = relation.kind();
    int effect = end(relation, kind.effect);
    int cause = end(relation, kind.cause);
    int third = end(relation, kind.third);
    int before = statements.size();
    add(relation, effect, cause, null, kind == ProvKind.DERIVED ? third : NONE);
    if (kind.hasTwoCauses()) {
      OperationKind role = kind == ProvKind.ASSOCIATED ? OperationKind.LOAD : null;
      add(relation, effect, third, role, NONE);
    }
    if (statements.size() == before) {
      loose.add(relation);
    }
  }

  private void add(
      ProvRecord source, int effect, int cause, @Nullable OperationKind access, int process) {
    if (effect == NONE || cause == NONE || effect == cause) {
      return;
    }
    boolean isEffectProcess = nodes.get(effect).isActivity;
    boolean isCauseProcess = nodes.get(cause).isActivity;
    boolean isLink = isEffectProcess && isCauseProcess;
    OperationKind kind = access;
    if (kind == null && isEffectProcess != isCauseProcess) {
      kind = access(source, isEffectProcess, nodes.get(cause).isAgent);
    }
    boolean isLate = source.kind() == ProvKind.ENDED || source.kind() == ProvKind.INVALIDATED;
    statements.add(
        new Statement(
            statements.size(),
            effect,
            cause,
            isLink ? link(source) : null,
            isLink ? null : kind,
            process,
            isLate,
            source.timeNanos(),
            source));
  }

  private static OperationKind access(ProvRecord source, boolean isUse, boolean isAgent) {
    if (source.kind() == ProvKind.INVALIDATED) {
      return OperationKind.OPEN;
    }
    if (!isUse) {
      return switch (source.text("colophon:kind")) {
        case "name" -> OperationKind.RENAME;
        case "attributes" -> OperationKind.METADATA;
        default -> OperationKind.WRITE;
      };
    }
    boolean isCode = source.text("prov:role").equals("code");
    if (isAgent) {
      return OperationKind.ASSOCIATE;
    }
    return isCode ? OperationKind.LOAD : OperationKind.READ;
  }

  private static LinkKind link(ProvRecord source) {
    if (source.kind() == ProvKind.ENDED) {
      return LinkKind.SIGNAL;
    }
    String said = source.text("colophon:kind").toUpperCase(Locale.ROOT);
    for (LinkKind kind : LinkKind.values()) {
      if (kind.name().equals(said)) {
        return kind;
      }
    }
    return LinkKind.INFORM;
  }
}
