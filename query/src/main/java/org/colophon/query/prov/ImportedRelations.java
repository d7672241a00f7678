// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.prov.ImportedRecord.End;
import org.jspecify.annotations.Nullable;

/**
 * The relations of imported PROV documents that belong to a lineage, as the documents had them.
 *
 * <p>The import of a relation recorded an edge to each cause, and then the relation itself. So a
 * relation belongs to a lineage that has one of these edges, and replaces them in the export. A
 * relation without edges, such as one without a cause, belongs to a lineage with its first end.
 */
final class ImportedRelations {
  private final Lineage lineage;
  private final ProvAgents agents;
  private final Namespaces namespaces;
  private final Map<String, List<LineageNode>> versions = new HashMap<>();
  private final Map<String, NavigableMap<Long, List<LineageEdge>>> edges = new HashMap<>();

  /** LSN of the last relation between the same ends. */
  private final Map<String, Long> takenLsn = new HashMap<>();

  private final Set<LineageEdge> replaced = new HashSet<>();
  private final Set<String> associations = new HashSet<>();

  /** Blank ids to which a derivation refers, with their ids in the export. */
  private final Map<String, String> references = new HashMap<>();

  private final List<ProvStatement> statements = new ArrayList<>();

  private record Held(LineageNode holder, ImportedRecord relation) {}

  private record Imported(String relation, String bundle, String id, ObjectNode fields)
      implements ProvStatement {}

  ImportedRelations(Lineage lineage, ProvAgents agents, Namespaces namespaces) {
    this.lineage = lineage;
    this.agents = agents;
    this.namespaces = namespaces;
    List<Held> all = new ArrayList<>();
    for (LineageNode node : lineage.nodes()) {
      boolean isNew = !versions.containsKey(node.exportKey());
      versions.computeIfAbsent(node.exportKey(), key -> new ArrayList<>()).add(node);
      if (isNew) {
        node.imported().stream()
            .map(ImportedRecord::of)
            .filter(ImportedRecord::isRelation)
            .forEach(each -> all.add(new Held(node, each)));
      }
    }
    if (!all.isEmpty()) {
      lineage.edges().forEach(this::index);
      all.forEach(each -> addReferences(each.relation()));
      all.forEach(each -> add(each.holder(), each.relation()));
    }
  }

  List<ProvStatement> statements() {
    return statements;
  }

  boolean replaces(LineageEdge edge) {
    return replaced.contains(edge);
  }

  boolean replacesAssociation(LineageNode process, long agent) {
    return associations.contains(process.exportKey() + " " + agent);
  }

  private void index(LineageEdge edge) {
    String ends = lineage.effect(edge).exportKey() + " " + lineage.cause(edge).exportKey();
    edges
        .computeIfAbsent(ends, key -> new TreeMap<>())
        .computeIfAbsent(edge.firstLsn(), key -> new ArrayList<>())
        .add(edge);
  }

  private void addReferences(ImportedRecord relation) {
    for (String attribute : ImportedRecord.REFERENCES) {
      String name = relation.attributes().path(attribute).asText();
      if (name.startsWith("_:")) {
        references.putIfAbsent(name, "_:reference" + (references.size() + 1));
      }
    }
  }

  private void add(LineageNode holder, ImportedRecord relation) {
    List<End> causes = causes(relation);
    List<LineageEdge> own = new ArrayList<>();
    boolean isAssociation = false;
    for (End cause : causes) {
      own.addAll(take(holder.exportKey() + " " + exportKey(holder, cause), relation.lsn()));
      isAssociation |= associate(holder, cause);
    }
    if (causes.isEmpty() || !own.isEmpty() || isAssociation) {
      replaced.addAll(own);
      statements.add(statement(holder, relation, own));
    }
  }

  /** Returns the causes to which the import recorded edges. */
  private static List<End> causes(ImportedRecord relation) {
    String kind = relation.relation();
    End effect = relation.ends().get(ProvNames.arguments(kind).get(0));
    return effect == null
        ? List.of()
        : ProvNames.causes(kind).stream()
            .map(relation.ends()::get)
            .filter(cause -> cause != null && !cause.equals(effect))
            .toList();
  }

  /** Returns whether a cause is an agent of a process; if so, the relation is the association. */
  private boolean associate(LineageNode process, End cause) {
    boolean isAgent =
        cause.type().equals("agent")
            && process.agents().stream().anyMatch(each -> each.id() == cause.id());
    if (isAgent) {
      associations.add(process.exportKey() + " " + cause.id());
    }
    return isAgent;
  }

  /**
   * Returns the edges between two ends that were recorded up to an LSN and after the relation
   * before. If there are none, the relation is part of the interval of an earlier edge.
   */
  private List<LineageEdge> take(String ends, long lsn) {
    NavigableMap<Long, List<LineageEdge>> all =
        edges.getOrDefault(ends, Collections.emptyNavigableMap());
    long after = takenLsn.getOrDefault(ends, Lsn.NONE);
    takenLsn.put(ends, lsn);
    Map.Entry<Long, List<LineageEdge>> last = all.floorEntry(lsn);
    if (last == null) {
      return List.of();
    }
    LineageEdge one = last.getValue().get(0);
    return all.subMap(Math.min(after + 1, last.getKey()), true, lsn, true).values().stream()
        .flatMap(List::stream)
        .filter(each -> each.effect() == one.effect() && each.cause() == one.cause())
        .toList();
  }

  private ProvStatement statement(
      LineageNode holder, ImportedRecord relation, List<LineageEdge> own) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (String argument : ProvNames.arguments(relation.relation())) {
      End end = relation.ends().get(argument);
      if (end != null) {
        fields.put(argument, name(holder, end, relation.lsn(), own));
      }
    }
    JsonNode declared = relation.json().path("prefix");
    for (Map.Entry<String, JsonNode> each : relation.attributes().properties()) {
      String attribute = each.getKey();
      if (ImportedRecord.REFERENCES.contains(attribute)) {
        fields.put(attribute, id(each.getValue().asText(), declared));
      } else {
        JsonNode value = namespaces.value(each.getValue(), declared);
        fields.set(namespaces.name(attribute, declared), value);
      }
    }
    if (!own.isEmpty()) {
      long first = own.stream().mapToLong(LineageEdge::firstLsn).min().orElseThrow();
      long last = own.stream().mapToLong(LineageEdge::lastLsn).max().orElseThrow();
      fields.put("colophon:firstLsn", Long.toString(first));
      fields.put("colophon:lastLsn", Lsn.format(last));
    }
    String bundle = relation.json().path("bundle").asText();
    String id = relation.json().path("id").asText();
    return new Imported(
        relation.relation(), namespaces.name(bundle, declared), id(id, declared), fields);
  }

  private String id(String name, JsonNode declared) {
    return name.startsWith("_:")
        ? references.getOrDefault(name, "")
        : namespaces.name(name, declared);
  }

  private static String exportKey(LineageNode holder, End end) {
    return (end.type().equals("process") ? "process:" : "object:") + holder.scoped(end.id());
  }

  /** Returns the name of an end in the export. An end outside of the lineage is not declared. */
  private String name(LineageNode holder, End end, long lsn, List<LineageEdge> own) {
    boolean isAgent = end.type().equals("agent");
    LineageNode node = node(exportKey(holder, end), lsn, own);
    if (node == null) {
      return isAgent ? ProvNames.AGENTS + ":" + holder.scoped(end.id()) : exportKey(holder, end);
    }
    boolean isNamedAsAgent = (isAgent && ProvAgents.isAgent(node)) || agents.isPure(node);
    return isNamedAsAgent ? ProvAgents.id(node) : node.key();
  }

  /** Returns the version at one of the edges, or else as of an LSN; null outside of the lineage. */
  private @Nullable LineageNode node(String thing, long lsn, List<LineageEdge> own) {
    LineageNode found = null;
    for (LineageNode each : versions.getOrDefault(thing, List.of())) {
      int index = each.index();
      if (own.stream().anyMatch(edge -> edge.effect() == index || edge.cause() == index)) {
        return each;
      }
      boolean hasBegun = each.start() == null || each.start().endLsn() <= lsn;
      if (found == null || (hasBegun && each.version() > found.version())) {
        found = each;
      }
    }
    return found;
  }
}
