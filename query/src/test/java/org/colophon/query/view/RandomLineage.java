// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.HostCoverage;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;

/** Generates random lineages without a store. The first node is the root. */
final class RandomLineage {
  private final Random random;
  private final List<LineageNode> nodes = new ArrayList<>();
  private final List<LineageEdge> edges = new ArrayList<>();

  private RandomLineage(long seed) {
    this.random = new Random(seed);
  }

  /**
   * Returns a random lineage. Half of the nodes are processes. They mostly start each other, or
   * read and write.
   */
  static Lineage of(long seed, int nodeCount, int edgeCount) {
    RandomLineage made = new RandomLineage(seed);
    for (int i = 0; i < nodeCount; i++) {
      made.addNode(i);
    }
    for (int i = 0; i < edgeCount; i++) {
      made.addEdge(1 + i);
    }
    LineageQuery query = LineageQuery.builder().root(Root.object(1)).build();
    LineageSummary summary =
        new LineageSummary(
            nodeCount, made.edges.size(), 0, 0, 0, 0, 0, List.of(), HostCoverage.ONE_HOST);
    return new Lineage(query, made.nodes, made.edges, summary, List.of());
  }

  private void addNode(int index) {
    boolean isProcess = index % 2 == 1;
    NodeType type = isProcess ? NodeType.PROCESS : NodeType.OBJECT;
    Bytes name =
        isProcess
            ? Bytes.of("/usr/bin/tool" + random.nextInt(20))
            : Bytes.of("/home/me/project/src/module" + random.nextInt(9) + "/file" + index + ".c");
    ProcessDeclaration process =
        new ProcessDeclaration(
            Bytes.EMPTY,
            index,
            name,
            List.of(name, Bytes.of("-o"), Bytes.of("build/file" + index + ".o")),
            Bytes.EMPTY,
            0);
    ObjectKind kind = random.nextInt(4) == 0 ? ObjectKind.PIPE : ObjectKind.FILE;
    nodes.add(
        new LineageNode(
            index,
            type,
            index + 1,
            0,
            1,
            index,
            0,
            name,
            Bytes.EMPTY,
            isProcess ? new ProcessInfo(index + 1, process, 1, 2, 0, 0) : null,
            isProcess ? null : new ObjectInfo(index + 1, ObjectDeclaration.of(kind), 1),
            List.of(),
            null,
            null,
            null,
            List.of(),
            ""));
  }

  private void addEdge(long lsn) {
    int cause = random.nextInt(nodes.size());
    int effect = random.nextInt(nodes.size());
    boolean isFromProcess = nodes.get(cause).isProcess();
    boolean isToProcess = nodes.get(effect).isProcess();
    EdgeKind kind = isFromProcess ? EdgeKind.WRITE : EdgeKind.DERIVATION;
    if (isToProcess) {
      kind = isFromProcess ? link() : EdgeKind.READ;
    }
    long last = kind == EdgeKind.READ || kind == EdgeKind.WRITE ? lsn + random.nextInt(9) : lsn;
    edges.add(
        new LineageEdge(
            effect, cause, kind, lsn, last, 1 + random.nextInt(5), lsn * 10, lsn, last, false));
  }

  private EdgeKind link() {
    EdgeKind[] kinds = {EdgeKind.FORK, EdgeKind.EXEC, EdgeKind.SIGNAL, EdgeKind.SENT};
    return kinds[random.nextInt(kinds.length)];
  }
}
