// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.query.api.LineageNode;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.LineageDiff.Commands;
import org.colophon.query.report.LineageDiff.Pair;
import org.colophon.query.report.LineageDiff.Programs;
import org.colophon.query.report.LineageMerge;
import org.jspecify.annotations.Nullable;

/** Compares two lineages: objects as {@link DiffMatch} finds them, processes by command line. */
final class DiffBuilder {
  /** Result of the comparison of a pair. */
  enum Likeness {
    SAME,
    OTHER,
    /** Two files, one of which has no digest. */
    UNKNOWN
  }

  private final DiffSide first;
  private final DiffSide second;
  private final ContentVersions contents;
  private final IdentityHashMap<LineageNode, Optional<FileDigest>> digests =
      new IdentityHashMap<>();
  private final DiffMatch match;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, String> otherNames = new LinkedHashMap<>();
  private final Set<LineageNode> inputs;

  DiffBuilder(DiffSide first, DiffSide second, ContentVersions contents) {
    this.first = first;
    this.second = second;
    this.contents = contents;
    this.match = new DiffMatch(first, second, this::digestOf);
    this.inputs = Stream.concat(first.inputs(), second.inputs()).collect(Collectors.toSet());
    for (Pair each : match.temporary()) {
      String name = "(temporary file " + (names.size() + 1) + ")";
      names.put(each.first().name().toString(), name);
      otherNames.put(each.second().name().toString(), name);
    }
    if (!first.base().isEmpty()) {
      names.put(first.base().toString(), ".");
      otherNames.put(second.base().toString(), ".");
    }
  }

  LineageDiff build() {
    Map<Likeness, List<Pair>> pairs =
        match.pairs().stream().collect(Collectors.groupingBy(this::likeness));
    List<Commands> commands = commands();
    List<Programs> programs = programs();
    List<Pair> other = pairs.getOrDefault(Likeness.OTHER, List.of());
    List<Pair> consequences = consequences(other, commands, programs);
    Set<Pair> explained = Collections.newSetFromMap(new IdentityHashMap<>());
    explained.addAll(consequences);
    List<Pair> unexplained = other.stream().filter(each -> !explained.contains(each)).toList();
    List<Pair> changed = unexplained.stream().filter(this::isKnownToDiffer).toList();
    return new LineageDiff(
        first.lineage(),
        second.lineage(),
        inputsFirst(match.onlyInFirst(), node -> node),
        inputsFirst(match.onlyInSecond(), node -> node),
        inputsFirst(changed, Pair::first),
        programs,
        commands,
        inputs,
        consequences,
        0,
        pairs.getOrDefault(Likeness.UNKNOWN, List.of()).size()
            + unexplained.size()
            - changed.size());
  }

  /**
   * Returns whether the contents of a differing pair are known to differ. If a file was written
   * again without a digest, only a difference of its causes would tell.
   */
  boolean isKnownToDiffer(Pair pair) {
    boolean isInput = inputs.contains(pair.first()) || inputs.contains(pair.second());
    boolean isProven = digestOf(pair.first()) != null && digestOf(pair.second()) != null;
    return isInput || isProven || pair.first().version() == pair.second().version();
  }

  /** Returns the union of the lineages. */
  LineageMerge merge() {
    return new MergeBuilder(first, second, this).build();
  }

  DiffMatch match() {
    return match;
  }

  /**
   * Returns whether two processes have the same command line, as written or with names replaced.
   */
  boolean isSameCommand(Pair pair) {
    return command(pair.first(), true).equals(command(pair.second(), false))
        || DiffSide.argumentsOf(pair.first(), Map.of())
            .equals(DiffSide.argumentsOf(pair.second(), Map.of()));
  }

  /** Returns the command line of a process of either side, with names replaced. */
  List<String> command(LineageNode process, boolean isOfFirst) {
    return DiffSide.argumentsOf(process, isOfFirst ? names : otherNames);
  }

  /** Returns the name of an object of either side, relative or with temporary names replaced. */
  String name(LineageNode object, boolean isOfFirst) {
    Bytes relative = (isOfFirst ? first : second).relative(object.name());
    String name = object.name().toString();
    return relative.isEmpty()
        ? (isOfFirst ? names : otherNames).getOrDefault(name, name)
        : relative.toString();
  }

  private <T> List<T> inputsFirst(Collection<T> all, Function<T, LineageNode> node) {
    return all.stream()
        .sorted(Comparator.comparing(each -> !inputs.contains(node.apply(each))))
        .toList();
  }

  Likeness likeness(Pair pair) {
    LineageNode one = pair.first();
    LineageNode two = pair.second();
    FileDigest digest = digestOf(one);
    FileDigest otherDigest = digestOf(two);
    if (digest != null && otherDigest != null) {
      return digest.equals(otherDigest) ? Likeness.SAME : Likeness.OTHER;
    }
    if (one.id() == two.id()) {
      long from = Math.min(one.boundLsn(), two.boundLsn());
      long to = Math.max(one.boundLsn(), two.boundLsn());
      boolean isChanged = one.version() != two.version() || contents.isChanged(one.id(), from, to);
      return isChanged ? Likeness.OTHER : Likeness.SAME;
    }
    return match.isOfTwoFiles(pair) ? Likeness.UNKNOWN : Likeness.OTHER;
  }

  private @Nullable FileDigest digestOf(LineageNode node) {
    return digests
        .computeIfAbsent(
            node, each -> Optional.ofNullable(contents.digestAt(each.id(), each.boundLsn())))
        .orElse(null);
  }

  /**
   * Returns the differing pairs on the way that another difference influenced on both sides. Takes
   * the pairs in the order of their LSNs, so that the first one counts as a difference.
   */
  private List<Pair> consequences(
      List<Pair> other, List<Commands> commands, List<Programs> programs) {
    Influence inFirst = new Influence(first.lineage());
    Influence inSecond = new Influence(second.lineage());
    match.onlyInFirst().forEach(each -> inFirst.add(each.index()));
    match.onlyInSecond().forEach(each -> inSecond.add(each.index()));
    for (Commands each : commands) {
      each.onlyInFirst().forEach(node -> inFirst.add(node.index()));
      each.onlyInSecond().forEach(node -> inSecond.add(node.index()));
    }
    Set<Bytes> executables =
        programs.stream().map(Programs::executable).collect(Collectors.toSet());
    addPrograms(first, executables, inFirst);
    addPrograms(second, executables, inSecond);
    List<Pair> inOrder =
        other.stream()
            .sorted(
                Comparator.<Pair, Boolean>comparing(each -> !inputs.contains(each.first()))
                    .thenComparing(each -> each.first().boundLsn()))
            .toList();
    List<Pair> consequences = new ArrayList<>();
    for (Pair each : inOrder) {
      int one = each.first().index();
      int two = each.second().index();
      if (inFirst.has(one) && inSecond.has(two)) {
        consequences.add(each);
      }
      if (isKnownToDiffer(each)) {
        inFirst.add(one);
        inSecond.add(two);
      }
    }
    return consequences;
  }

  private static void addPrograms(DiffSide side, Set<Bytes> executables, Influence influence) {
    side.lineage().nodes().stream()
        .filter(node -> node.isProcess() && executables.contains(node.name()))
        .forEach(node -> influence.add(node.index()));
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
    List<LineageNode> onlyInFirst = withoutCommands(a, names, b, otherNames);
    List<LineageNode> onlyInSecond = withoutCommands(b, otherNames, a, names);
    if (!onlyInFirst.isEmpty() || !onlyInSecond.isEmpty()) {
      differing.add(new Commands(executable, onlyInFirst, onlyInSecond));
    }
  }

  /**
   * Returns the processes whose command line is not among others, as written or with names
   * replaced.
   */
  private static List<LineageNode> withoutCommands(
      List<LineageNode> all,
      Map<String, String> names,
      List<LineageNode> others,
      Map<String, String> otherNames) {
    Set<List<String>> known = new HashSet<>();
    for (LineageNode node : others) {
      known.add(DiffSide.argumentsOf(node, Map.of()));
      known.add(DiffSide.argumentsOf(node, otherNames));
    }
    return all.stream()
        .filter(
            node ->
                !known.contains(DiffSide.argumentsOf(node, Map.of()))
                    && !known.contains(DiffSide.argumentsOf(node, names)))
        .toList();
  }
}
