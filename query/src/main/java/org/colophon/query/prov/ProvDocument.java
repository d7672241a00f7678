// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.Describer;
import org.colophon.query.record.RecordText;
import org.jspecify.annotations.Nullable;

/**
 * A lineage in the terms of the W3C PROV data model, valid under PROV-CONSTRAINTS:
 *
 * <ul>
 *   <li>An object version is an entity {@code object:42.v1}, a specialization of {@code object:42};
 *       a process is an activity {@code process:17}. The spaces of names are disjoint.
 *   <li>Each access interval is a usage of its own, with the time of its first operation.
 *   <li>There is one generation for a version and an activity, as PROV demands: the first write
 *       that is known to have taken effect. Every other write is an influence.
 *   <li>An object that an activity wrote after it read another is derived from it, within limits
 *       ({@link DerivationLimit}). PROV wants the derived object to be generated strictly later;
 *       otherwise, as in feedback between files that are changed in place, it is influenced.
 *   <li>Naming content, or changing its attributes, is an influence, not a generation.
 *   <li>A derivation from an agent is an attribution or a delegation ({@link ProvAgents}).
 *   <li>A relation of an imported document is as the document had it ({@link ImportedRelations}).
 *   <li>A record attached to a write is an entity {@code record:4711.0}, influenced by the written
 *       version and by its writer; its value is text.
 *   <li>A version that was cut off or removed is invalidated.
 *   <li>If there are several hosts, ids have the host before the number, {@code object:web/42.v1},
 *       and files have a location, {@code file://web/srv/x}.
 *   <li>A process with known losses, or a root whose lineage crosses one, has the attribute {@code
 *       colophon:incomplete}.
 * </ul>
 */
public final class ProvDocument {
  /** Attribute of a write if its source did not know whether it took effect. */
  private static final Map<String, String> ATTEMPTED = Map.of("colophon:attempted", "true");

  private final Lineage lineage;
  private final List<String> accepted;
  private final boolean isRootMarked;
  private final ProvAgents agents;
  private final Namespaces namespaces = new Namespaces();
  private final ImportedRelations imported;
  private final Map<String, LineageNode> versions = new HashMap<>();
  private final Map<String, Element> elements = new LinkedHashMap<>();
  private final Map<String, RecordedStatement> statements = new LinkedHashMap<>();
  private final Map<Integer, List<LineageEdge>> reads = new HashMap<>();
  private final Map<Integer, List<LineageEdge>> writes = new HashMap<>();
  private final Map<Integer, Long> generatedLsn = new HashMap<>();
  private final Map<VersionAndWriter, LineageEdge> generations = new HashMap<>();
  private final Set<String> activities = new LinkedHashSet<>();

  /**
   * Constructs the document of a lineage.
   *
   * @param accepted differences between the roots and the files on the disk, which their entities
   *     report; may be null
   */
  public ProvDocument(Lineage lineage, @Nullable List<String> accepted) {
    this.lineage = lineage;
    this.accepted = accepted == null ? List.of() : accepted;
    this.isRootMarked = hasLossesBehindRoots();
    this.agents = new ProvAgents(lineage);
    this.imported = new ImportedRelations(lineage, agents, namespaces);
    lineage.nodes().forEach(this::addNode);
    lineage.edges().forEach(this::index);
    lineage.edges().stream().filter(each -> !imported.replaces(each)).forEach(this::addEdge);
    DerivationLimit derivers = new DerivationLimit(lineage);
    writes.keySet().stream().filter(i -> !derivers.isLeftOut(i)).forEach(this::addDerivations);
    lineage.nodes().forEach(this::addInvalidation);
    for (int i = 0; i < lineage.changes().size(); i++) {
      addChange(i, lineage.changes().get(i));
    }
  }

  public List<Element> elements() {
    return List.copyOf(elements.values());
  }

  /** Returns the relations, those of imported documents last. */
  public List<ProvStatement> statements() {
    List<ProvStatement> all = new ArrayList<>(statements.values());
    all.addAll(imported.statements());
    return all;
  }

  /** Returns the namespaces of the document by their prefixes. */
  public Map<String, String> prefixes() {
    return namespaces.prefixes();
  }

  /**
   * Adds an attribute to processes with known losses, and to roots whose lineage crosses a loss.
   */
  private void addLosses(Map<String, String> attributes, LineageNode node) {
    List<Gap> all = lineage.summary().gaps();
    List<Gap> own =
        lineage.summary().gapsOf(node.host()).stream()
            .filter(gap -> node.isProcess() && gap.process() == node.id())
            .toList();
    List<Gap> told = node.depth() == 0 && isRootMarked ? all : own;
    LeftOut.losses(told).forEach(loss -> attributes.put("colophon:incomplete", loss));
  }

  /**
   * Returns whether the losses may concern ancestors or descendants of the roots. That is so if the
   * lineage has such nodes, or if a loss concerns a process that is not shown.
   */
  private boolean hasLossesBehindRoots() {
    Set<Long> processes =
        lineage.nodes().stream()
            .filter(LineageNode::isProcess)
            .map(LineageNode::id)
            .collect(Collectors.toSet());
    return lineage.nodes().stream().anyMatch(node -> node.depth() > 0)
        || lineage.summary().gaps().stream().anyMatch(gap -> !processes.contains(gap.process()));
  }

  private void addNode(LineageNode node) {
    if (node.isProcess()) {
      activities.add(node.key());
      add(activity(node), node);
      node.agents().forEach(agent -> addAgent(node, agent));
      return;
    }
    if (ProvAgents.isAgent(node)) {
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put("prov:label", node.name().display());
      addImported(
          attributes,
          Objects.requireNonNull(node.object()).declaration().identity(),
          node.imported());
      String id = ProvAgents.id(node);
      add(new Element("agent", id, 0, 0, attributes), node);
    }
    if (!agents.isPure(node)) {
      versions.put(node.key(), node);
      add(entity(node), node);
      elements.putIfAbsent(
          node.exportKey(), new Element("entity", node.exportKey(), 0, 0, Map.of()));
      put(new RecordedStatement("specializationOf", "", node.key(), node.exportKey(), 0, Map.of()));
    }
  }

  private Element activity(LineageNode node) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("prov:label", NodeText.command(node));
    attributes.put("colophon:executable", node.name().display());
    ProcessInfo info = node.process();
    if (info != null) {
      addImported(attributes, info.declaration().identity(), node.imported());
    }
    addHost(attributes, node);
    addLosses(attributes, node);
    if (info != null) {
      attributes.put("colophon:pid", Long.toString(info.declaration().pid()));
    }
    long start = info == null ? 0 : info.declaration().startNanos();
    long end = info == null ? 0 : info.endNanos();
    return new Element("activity", node.key(), start, end, attributes);
  }

  private Element entity(LineageNode node) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("prov:label", NodeText.title(node, ""));
    if (!node.formerName().isEmpty()) {
      attributes.put("colophon:formerName", node.formerName().display());
    }
    addHost(attributes, node);
    addLosses(attributes, node);
    attributes.put("colophon:version", Integer.toString(node.version()));
    if (node.object() != null) {
      String kind = node.object().declaration().kind().name().toLowerCase(Locale.ROOT);
      attributes.put("colophon:kind", kind);
      addImported(
          attributes,
          Objects.requireNonNull(node.object()).declaration().identity(),
          node.imported());
    }
    if (node.depth() == 0 && !accepted.isEmpty()) {
      attributes.put("colophon:asRecorded", String.join("; ", accepted));
    }
    if (node.digest() != null) {
      attributes.put("colophon:sha256", node.digest().sha256());
      attributes.put("colophon:gitBlob", node.digest().git());
    }
    return new Element("entity", node.key(), 0, 0, attributes);
  }

  private void addAgent(LineageNode process, LineageNode.Agent agent) {
    String id = ProvNames.AGENTS + ":" + process.scoped(agent.id());
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("prov:label", agent.name().display());
    addImported(attributes, agent.identity(), agent.imported());
    elements.putIfAbsent(id, new Element("agent", id, 0, 0, attributes));
    if (!imported.replacesAssociation(process, agent.id())) {
      put(new RecordedStatement("wasAssociatedWith", "", process.key(), id, 0, Map.of()));
    }
  }

  /** If there are several hosts, adds the host of a node and the location of a file. */
  private static void addHost(Map<String, String> attributes, LineageNode node) {
    if (!node.host().isEmpty()) {
      attributes.put("colophon:host", node.host());
      String uri = NodeText.uri(node);
      if (!uri.isEmpty()) {
        attributes.put("prov:location", uri);
      }
    }
  }

  /** Adds the name and the first record of an imported element. */
  private static void addImported(
      Map<String, String> attributes, Bytes identity, List<ExtendedRecord> records) {
    if (identity.startsWith(Describer.IMPORTED)) {
      Bytes iri = identity.slice(Describer.IMPORTED.length(), identity.length());
      attributes.put("colophon:iri", iri.display());
    }
    declarations(records).stream()
        .findFirst()
        .ifPresent(first -> attributes.put("colophon:imported", first));
  }

  private static List<String> declarations(List<ExtendedRecord> records) {
    return records.stream()
        .filter(each -> ImportedRecord.of(each).isElement())
        .map(each -> each.data().display())
        .distinct()
        .toList();
  }

  /** Adds an element, and again for each further declaration, such as one in a bundle. */
  private void add(Element element, LineageNode node) {
    elements.put(element.id(), element);
    List<String> declarations = declarations(node.imported());
    for (int i = 1; i < declarations.size(); i++) {
      Map<String, String> attributes = Map.of("colophon:imported", declarations.get(i));
      Element again = new Element(element.type(), element.id(), 0, 0, attributes);
      elements.put(element.id() + " " + i, again);
    }
  }

  private void index(LineageEdge edge) {
    if (edge.kind() == EdgeKind.READ && !lineage.cause(edge).isAbsent()) {
      reads.computeIfAbsent(edge.effect(), key -> new ArrayList<>()).add(edge);
    } else if (edge.kind() == EdgeKind.WRITE) {
      writes.computeIfAbsent(edge.cause(), key -> new ArrayList<>()).add(edge);
      generatedLsn.merge(edge.effect(), edge.firstLsn(), Math::min);
      generations.merge(VersionAndWriter.of(edge), edge, ProvDocument::generation);
    }
  }

  private static LineageEdge generation(LineageEdge one, LineageEdge other) {
    if (one.isAttempted() != other.isAttempted()) {
      return one.isAttempted() ? other : one;
    }
    return one.firstLsn() <= other.firstLsn() ? one : other;
  }

  private void addEdge(LineageEdge edge) {
    String effect = lineage.effect(edge).key();
    String cause = lineage.cause(edge).key();
    switch (edge.kind()) {
      case READ -> add("used", effect, cause, edge, Map.of());
      case CODE -> add("used", effect, cause, edge, Map.of("prov:role", "code"));
      case WRITE -> {
        boolean isGeneration = edge.equals(generations.get(VersionAndWriter.of(edge)));
        String relation = isGeneration ? "wasGeneratedBy" : "wasInfluencedBy";
        add(relation, effect, cause, edge, isGeneration ? Map.of() : kind(edge));
      }
      case NAME, ATTRIBUTES, CONNECTION, SHARED ->
          add("wasInfluencedBy", effect, cause, edge, kind(edge));
      case DERIVATION -> addDerivation(edge);
      case FORK, EXEC, SIGNAL, MEMORY, INFORM, SENT, RECEIVED ->
          add("wasInformedBy", effect, cause, edge, kind(edge));
    }
  }

  private static Map<String, String> kind(LineageEdge edge) {
    return Map.of("colophon:kind", edge.kind().name().toLowerCase(Locale.ROOT));
  }

  private void add(
      String relation, String effect, String cause, LineageEdge edge, Map<String, String> more) {
    Map<String, String> attributes = new LinkedHashMap<>(more);
    long first = firstIn(edge);
    attributes.put("colophon:firstLsn", Long.toString(first));
    attributes.put("colophon:lastLsn", Lsn.format(Math.max(first, lastIn(edge))));
    attributes.putAll(attempted(edge));
    boolean hasTime = relation.equals("used") || relation.equals("wasGeneratedBy");
    long time = hasTime ? edge.firstNanos() : 0;
    String role = edge.kind() + " at " + edge.firstLsn();
    put(new RecordedStatement(relation, role, effect, cause, time, attributes));
  }

  /** Returns the first LSN at which an edge's access concerned the edge's version. */
  private long firstIn(LineageEdge edge) {
    LineageNode version = version(edge);
    LineageNode.Cut begin = version == null ? null : version.start();
    return begin == null
        ? edge.firstLsn()
        : Math.min(edge.lastLsn(), Math.max(edge.firstLsn(), begin.endLsn()));
  }

  /**
   * Returns the last LSN at which an edge's access concerned the edge's version. It is exact only
   * if the next version is part of the lineage.
   */
  private long lastIn(LineageEdge edge) {
    LineageNode version = version(edge);
    LineageNode next =
        version == null ? null : versions.get(version.exportKey() + ".v" + (version.version() + 1));
    return next == null || next.start() == null
        ? edge.lastLsn()
        : Math.min(edge.lastLsn(), next.start().beginLsn() - 1);
  }

  /**
   * Returns the object version of an edge between a process and an object. Returns null for an edge
   * between two processes or two objects.
   */
  private @Nullable LineageNode version(LineageEdge edge) {
    LineageNode effect = lineage.effect(edge);
    LineageNode cause = lineage.cause(edge);
    if (effect.isProcess() == cause.isProcess()) {
      return null;
    }
    return effect.isProcess() ? cause : effect;
  }

  private static Map<String, String> attempted(LineageEdge edge) {
    return edge.isAttempted() ? ATTEMPTED : Map.of();
  }

  /**
   * Adds a statement. If several statements have the same relation, ends and role, the first one
   * that is not marked as attempted remains.
   */
  private void put(RecordedStatement statement) {
    statements.merge(
        statement.key(),
        statement,
        (first, other) -> first.isAttempted() && !other.isAttempted() ? other : first);
  }

  private void addDerivations(int process) {
    List<LineageEdge> sources = reads.getOrDefault(process, List.of());
    List<LineageEdge> results = writes.getOrDefault(process, List.of());
    for (LineageEdge write : results) {
      for (LineageEdge read : sources) {
        if (read.firstLsn() <= write.lastLsn()) {
          derive(write.effect(), read.cause(), "", attempted(write));
        }
      }
    }
  }

  /**
   * Adds a reported derivation, with its LSN. A derivation that follows from reads and writes has
   * no LSN.
   */
  private void addDerivation(LineageEdge edge) {
    Map<String, String> lsns =
        Map.of(
            "colophon:firstLsn", Long.toString(edge.firstLsn()),
            "colophon:lastLsn", Lsn.format(edge.lastLsn()));
    String relation = agents.relation(edge);
    if (!relation.equals("wasDerivedFrom")) {
      LineageNode effect = lineage.effect(edge);
      boolean isDelegate = relation.equals("actedOnBehalfOf");
      String effectId = isDelegate ? ProvAgents.id(effect) : effect.key();
      String responsible = ProvAgents.id(lineage.cause(edge));
      put(new RecordedStatement(relation, "", effectId, responsible, 0, lsns));
      return;
    }
    derive(edge.effect(), edge.cause(), "at " + edge.firstLsn(), lsns);
  }

  private void derive(int effect, int cause, String role, Map<String, String> attributes) {
    if (effect == cause) {
      return;
    }
    long source = generatedLsn.getOrDefault(cause, Lsn.NONE);
    long result = generatedLsn.getOrDefault(effect, Lsn.OPEN);
    String relation = source < result ? "wasDerivedFrom" : "wasInfluencedBy";
    String effectId = lineage.nodes().get(effect).key();
    String causeId = lineage.nodes().get(cause).key();
    put(new RecordedStatement(relation, role, effectId, causeId, 0, attributes));
  }

  private void addInvalidation(LineageNode node) {
    if (node.end() != null) {
      String process = "process:" + node.scoped(node.end().process());
      String by = activities.contains(process) ? process : "";
      long time = node.end().timeNanos();
      put(new RecordedStatement("wasInvalidatedBy", "", node.key(), by, time, Map.of()));
    }
  }

  /**
   * Adds a record attached to a write as an entity. The version and its writer influence this
   * entity.
   */
  private void addChange(int number, LineageChange change) {
    ExtendedRecord extended = change.extended();
    String id = "record:" + extended.lsn() + "." + number;
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("prov:label", Bytes.of(extended.type()).display());
    attributes.put("prov:value", RecordText.plain(extended));
    attributes.put("colophon:lsn", Long.toString(extended.lsn()));
    elements.put(id, new Element("entity", id, 0, 0, attributes));
    LineageEdge write = lineage.edges().get(change.edge());
    String version = lineage.effect(write).key();
    String writer = lineage.cause(write).key();
    put(new RecordedStatement("wasInfluencedBy", "change", id, version, 0, Map.of()));
    put(new RecordedStatement("wasInfluencedBy", "change", id, writer, 0, Map.of()));
  }

  private record VersionAndWriter(int version, int writer) {
    static VersionAndWriter of(LineageEdge write) {
      return new VersionAndWriter(write.effect(), write.cause());
    }
  }

  /**
   * An entity, activity or agent.
   *
   * @param startNanos start time of an activity, 0 if unknown
   */
  public record Element(
      String type, String id, long startNanos, long endNanos, Map<String, String> attributes) {}
}
