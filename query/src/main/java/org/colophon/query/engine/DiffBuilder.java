package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.LineageNode;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.LineageDiff.Commands;
import org.colophon.query.report.LineageDiff.Pair;
import org.colophon.query.report.LineageDiff.Programs;

/** Compares two lineages: objects by name, processes by executable and command line. */
final class DiffBuilder {
  private final DiffSide first;
  private final DiffSide second;
  private final Set<LineageNode> inputs = new HashSet<>();

  DiffBuilder(DiffSide first, DiffSide second) {
    this.first = first;
    this.second = second;
    inputs.addAll(first.inputs());
    inputs.addAll(second.inputs());
  }

  LineageDiff build() {
    Map<Bytes, LineageNode> a = first.objects();
    Map<Bytes, LineageNode> b = second.objects();
    List<Pair> pairs = pairs(a, b);
    List<Pair> changed = pairs.stream().filter(pair -> !isOfDirectories(pair)).toList();
    return new LineageDiff(
        first.lineage(),
        second.lineage(),
        without(a, b),
        without(b, a),
        changed,
        programs(),
        commands(),
        inputs,
        0,
        pairs.size() - changed.size());
  }

  private List<LineageNode> without(Map<Bytes, LineageNode> all, Map<Bytes, LineageNode> others) {
    return all.entrySet().stream()
        .filter(entry -> !others.containsKey(entry.getKey()))
        .map(Map.Entry::getValue)
        .sorted(Comparator.comparing(node -> !inputs.contains(node)))
        .toList();
  }

  /** Returns pairs of nodes that have the same name but differ in object or version. */
  private List<Pair> pairs(Map<Bytes, LineageNode> a, Map<Bytes, LineageNode> b) {
    List<Pair> pairs = new ArrayList<>();
    a.forEach(
        (name, node) -> {
          LineageNode other = b.get(name);
          if (other != null && (other.id() != node.id() || other.version() != node.version())) {
            pairs.add(new Pair(node, other));
          }
        });
    pairs.sort(Comparator.comparing(pair -> !inputs.contains(pair.first())));
    return pairs;
  }

  /**
   * Returns true if both nodes are below the compared directories. There, two files with the same
   * relative name are always different objects.
   */
  private boolean isOfDirectories(Pair pair) {
    return first.isBelow(pair.first().name())
        && second.isBelow(pair.second().name())
        && !pair.first().name().equals(pair.second().name());
  }

  private List<Programs> programs() {
    Map<Bytes, List<LineageNode>> a = first.byExecutable();
    Map<Bytes, List<LineageNode>> b = second.byExecutable();
    Set<Bytes> executables = new LinkedHashSet<>(a.keySet());
    executables.addAll(b.keySet());
    return executables.stream()
        .filter(name -> !a.containsKey(name) || !b.containsKey(name))
        .map(
            name ->
                new Programs(
                    name,
                    a.getOrDefault(name, List.of()).size(),
                    b.getOrDefault(name, List.of()).size()))
        .toList();
  }

  private List<Commands> commands() {
    Map<Bytes, List<LineageNode>> others = second.byExecutable();
    List<Commands> differing = new ArrayList<>();
    first
        .byExecutable()
        .forEach(
            (executable, processes) -> {
              if (others.containsKey(executable)) {
                addIfDiffering(executable, processes, others.get(executable), differing);
              }
            });
    return differing;
  }

  private void addIfDiffering(
      Bytes executable, List<LineageNode> a, List<LineageNode> b, List<Commands> differing) {
    List<LineageNode> onlyInFirst = withoutCommands(first, a, second, b);
    List<LineageNode> onlyInSecond = withoutCommands(second, b, first, a);
    if (!onlyInFirst.isEmpty() || !onlyInSecond.isEmpty()) {
      differing.add(new Commands(executable, onlyInFirst, onlyInSecond));
    }
  }

  private static List<LineageNode> withoutCommands(
      DiffSide side, List<LineageNode> all, DiffSide otherSide, List<LineageNode> others) {
    Set<List<String>> known =
        others.stream().map(otherSide::argumentsOf).collect(Collectors.toSet());
    return all.stream().filter(node -> !known.contains(side.argumentsOf(node))).toList();
  }
}
