// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.dataset;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.DatasetName;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.jspecify.annotations.Nullable;

/**
 * A lineage as Marquez answers it. The runs of a job are one node, and so are the versions of a
 * dataset. Only named files and tables are datasets. Pipes and the like are edges between the jobs
 * at their ends. Edges lead from cause to effect.
 *
 * @see <a href="https://marquezproject.ai/openapi.html">API of Marquez</a>
 */
public final class DatasetGraph {
  private final Lineage lineage;
  private final LineageReader reader;
  private final String host;

  /** The ids of the lineage's nodes, by index; null for what is no job and no dataset. */
  private final List<@Nullable String> ids = new ArrayList<>();

  private final Map<String, Node> nodes = new LinkedHashMap<>();

  /** Effects of nodes, by index. */
  private final Map<Integer, List<Integer>> effects = new LinkedHashMap<>();

  /** Namespace and name of a node. */
  record Name(String namespace, String name) {}

  record Edge(String origin, String destination) {}

  /** A node in Marquez's form. */
  record Node(
      String id, String type, Map<String, Object> data, Set<Edge> inEdges, Set<Edge> outEdges) {
    static Node of(String id, String type, String kind, Name name) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("id", name);
      data.put("type", kind);
      data.put("name", name.name());
      data.put("namespace", name.namespace());
      return new Node(id, type, data, new LinkedHashSet<>(), new LinkedHashSet<>());
    }
  }

  private DatasetGraph(Lineage lineage, LineageReader reader, String host) {
    this.lineage = lineage;
    this.reader = reader;
    this.host = host;
  }

  /**
   * Writes a lineage as JSON.
   *
   * @param reader finds the jobs that derived datasets
   * @param host the name of the reader's host
   */
  public static void write(Lineage lineage, LineageReader reader, String host, OutputStream out)
      throws IOException {
    DatasetGraph graph = new DatasetGraph(lineage, reader, host);
    lineage.nodes().forEach(each -> graph.ids.add(graph.node(each)));
    lineage.edges().forEach(graph::collect);
    lineage.edges().forEach(graph::edge);
    graph.nodes.values().stream().filter(each -> each.type.equals("JOB")).forEach(graph::state);
    AnswerJson.write(Map.of("graph", graph.nodes.values()), out);
  }

  private @Nullable String node(LineageNode node) {
    String there = node.host().isEmpty() ? host : node.host();
    if (node.process() != null) {
      return job(node.process(), there);
    }
    ObjectKind kind = node.object() == null ? ObjectKind.OTHER : node.object().declaration().kind();
    boolean isDataset = kind == ObjectKind.FILE || kind == ObjectKind.TABLE;
    if (!isDataset || node.name().isEmpty()) {
      return null;
    }
    DatasetName dataset = DatasetName.ofStored(node.name(), kind, there);
    String id = NodeId.of(dataset);
    String type = kind == ObjectKind.TABLE ? "DB_TABLE" : "FILE";
    Name name = new Name(dataset.namespace(), dataset.name());
    nodes.computeIfAbsent(id, key -> Node.of(key, "DATASET", type, name));
    return id;
  }

  private String job(ProcessInfo process, String there) {
    JobName job = JobName.of(process.declaration(), there);
    String id = NodeId.of(job);
    Name name = new Name(job.namespace(), job.name());
    nodes.computeIfAbsent(id, key -> Node.of(key, "JOB", "BATCH", name));
    return id;
  }

  private static boolean isFlow(EdgeKind kind) {
    return switch (kind) {
      case CODE, NAME, ATTRIBUTES, SIGNAL -> false;
      default -> true;
    };
  }

  private void collect(LineageEdge edge) {
    if (isFlow(edge.kind())) {
      effects.computeIfAbsent(edge.cause(), key -> new ArrayList<>()).add(edge.effect());
    }
  }

  private void edge(LineageEdge edge) {
    String origin = ids.get(edge.cause());
    if (origin == null || !isFlow(edge.kind())) {
      return;
    }
    String job = edge.kind() == EdgeKind.DERIVATION ? derivingJob(edge) : null;
    reach(edge.effect(), new BitSet(), origin, job);
  }

  /** Connects a cause with an effect, or with what is behind an effect without an id. */
  private void reach(int effect, BitSet passed, String origin, @Nullable String job) {
    String destination = ids.get(effect);
    if (destination != null) {
      connect(origin, job == null ? destination : job);
      connect(job == null ? origin : job, destination);
    } else if (!passed.get(effect)) {
      passed.set(effect);
      effects.getOrDefault(effect, List.of()).forEach(each -> reach(each, passed, origin, job));
    }
  }

  private void connect(String origin, String destination) {
    if (!origin.equals(destination)) {
      Edge edge = new Edge(origin, destination);
      known(origin).outEdges.add(edge);
      known(destination).inEdges.add(edge);
    }
  }

  private Node known(String id) {
    return Objects.requireNonNull(nodes.get(id), id);
  }

  /** Returns the job that derived an object of the reader's host; null if unknown. */
  private @Nullable String derivingJob(LineageEdge edge) {
    LineageNode effect = lineage.effect(edge);
    if (!effect.host().isEmpty() && !effect.host().equals(host)) {
      return null;
    }
    String[] found = {null};
    reader.derivationsOfObject(
        effect.id(),
        (derived, cause, process, lsn, timeNanos) -> {
          boolean isMeant =
              cause == lineage.cause(edge).id() && lsn >= edge.firstLsn() && lsn <= edge.lastLsn();
          ProcessInfo info = isMeant && process != 0 ? reader.process(process) : null;
          if (info != null) {
            found[0] = job(info, host);
          }
        });
    return found[0];
  }

  /** Adds the datasets of a job to its data. */
  private void state(Node job) {
    job.data.put("inputs", names(job.inEdges.stream().map(Edge::origin).toList()));
    job.data.put("outputs", names(job.outEdges.stream().map(Edge::destination).toList()));
  }

  private List<Object> names(List<String> neighbours) {
    return neighbours.stream()
        .map(this::known)
        .filter(each -> each.type.equals("DATASET"))
        .map(each -> each.data.get("id"))
        .toList();
  }
}
