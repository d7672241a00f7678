package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.LineageDiff.Commands;
import org.colophon.query.report.LineageDiff.Pair;

/** Compares two lineages: objects by name, processes by executable and command line. */
final class DiffBuilder {
  private DiffBuilder() {}

  static LineageDiff diff(Lineage first, Lineage second) {
    Map<Bytes, LineageNode> a = objects(first);
    Map<Bytes, LineageNode> b = objects(second);
    return new LineageDiff(
        first, second, without(a, b), without(b, a), changed(a, b), commands(first, second));
  }

  private static Map<Bytes, LineageNode> objects(Lineage lineage) {
    Map<Bytes, LineageNode> byName = new LinkedHashMap<>();
    for (LineageNode node : lineage.nodes()) {
      if (!node.isProcess() && node.depth() > 0) {
        byName.merge(nameOf(node), node, (x, y) -> x.boundLsn() >= y.boundLsn() ? x : y);
      }
    }
    return byName;
  }

  private static Bytes nameOf(LineageNode node) {
    return node.name().isEmpty() ? Bytes.of(node.target()) : node.name();
  }

  private static List<LineageNode> without(
      Map<Bytes, LineageNode> all, Map<Bytes, LineageNode> others) {
    return all.entrySet().stream()
        .filter(entry -> !others.containsKey(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static List<Pair> changed(Map<Bytes, LineageNode> a, Map<Bytes, LineageNode> b) {
    List<Pair> pairs = new ArrayList<>();
    a.forEach(
        (name, node) -> {
          LineageNode other = b.get(name);
          if (other != null && (other.id() != node.id() || other.version() != node.version())) {
            pairs.add(new Pair(node, other));
          }
        });
    return pairs;
  }

  private static List<Commands> commands(Lineage first, Lineage second) {
    Map<Bytes, List<LineageNode>> a = byExecutable(first);
    Map<Bytes, List<LineageNode>> b = byExecutable(second);
    List<Commands> differing = new ArrayList<>();
    a.forEach(
        (executable, processes) -> {
          List<LineageNode> others = b.get(executable);
          if (others != null) {
            addIfDiffering(executable, processes, others, differing);
          }
        });
    return differing;
  }

  private static void addIfDiffering(
      Bytes executable, List<LineageNode> a, List<LineageNode> b, List<Commands> differing) {
    List<LineageNode> onlyInFirst = withoutCommands(a, b);
    List<LineageNode> onlyInSecond = withoutCommands(b, a);
    if (!onlyInFirst.isEmpty() || !onlyInSecond.isEmpty()) {
      differing.add(new Commands(executable, onlyInFirst, onlyInSecond));
    }
  }

  private static List<LineageNode> withoutCommands(
      List<LineageNode> all, List<LineageNode> others) {
    Set<List<Bytes>> known =
        others.stream().map(DiffBuilder::argumentsOf).collect(Collectors.toSet());
    return all.stream().filter(node -> !known.contains(argumentsOf(node))).toList();
  }

  private static Map<Bytes, List<LineageNode>> byExecutable(Lineage lineage) {
    Map<Bytes, List<LineageNode>> grouped = new LinkedHashMap<>();
    for (LineageNode node : lineage.nodes()) {
      if (node.isProcess() && node.process() != null) {
        grouped.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(node);
      }
    }
    return grouped;
  }

  private static List<Bytes> argumentsOf(LineageNode node) {
    return node.process().declaration().arguments();
  }
}
