package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;

/**
 * One of the two compared lineages.
 *
 * @param directory the compared directory, without a slash at its end; empty for another target
 */
record DiffSide(Lineage lineage, Bytes directory) {
  /** Returns the newest version of each compared object, by the name that both lineages use. */
  Map<Bytes, LineageNode> objects() {
    Map<Bytes, LineageNode> byName = new LinkedHashMap<>();
    for (LineageNode node : lineage.nodes()) {
      boolean isCompared = node.depth() > 0 || isBelow(node.name());
      if (!node.isProcess() && isCompared && !isPipe(node)) {
        byName.merge(nameOf(node), node, (x, y) -> x.boundLsn() >= y.boundLsn() ? x : y);
      }
    }
    return byName;
  }

  boolean isBelow(Bytes name) {
    return !directory.isEmpty() && name.isAtOrBelow(directory);
  }

  private Bytes nameOf(LineageNode node) {
    if (node.name().isEmpty()) {
      return Bytes.of(node.target());
    }
    return isBelow(node.name())
        ? Bytes.of(".").concat(node.name().slice(directory.length(), node.name().length()))
        : node.name();
  }

  private static boolean isPipe(LineageNode node) {
    ObjectKind kind = node.object() == null ? null : node.object().declaration().kind();
    return kind == ObjectKind.PIPE || kind == ObjectKind.SOCKET;
  }

  Map<Bytes, List<LineageNode>> byExecutable() {
    Map<Bytes, List<LineageNode>> grouped = new LinkedHashMap<>();
    for (LineageNode node : lineage.nodes()) {
      if (node.isProcess() && node.process() != null) {
        grouped.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(node);
      }
    }
    return grouped;
  }

  /** Returns the command line, in which a dot replaces the directory. */
  List<String> argumentsOf(LineageNode node) {
    return Objects.requireNonNull(node.process()).declaration().arguments().stream()
        .map(Bytes::toString)
        .map(text -> directory.isEmpty() ? text : text.replace(directory.toString(), "."))
        .toList();
  }

  /** Returns the objects that have no cause in the lineage. */
  List<LineageNode> inputs() {
    BitSet led = new BitSet();
    lineage.edges().forEach(edge -> led.set(edge.effect()));
    return lineage.nodes().stream()
        .filter(node -> !node.isProcess() && node.more() == 0 && !led.get(node.index()))
        .toList();
  }
}
