// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shortest chain from an input over programs and files to one of its outputs. Each step
 * happens no earlier than the step before it. Prefers results, which no other program of the run
 * read, and of these the one that was written last. One thread.
 */
final class ChainSearch {
  private final RecordedRun run;
  private final Function<RunFile, String> shown;
  private final Map<Node, List<Step>> steps = new HashMap<>();
  private final Map<Integer, Set<Integer>> outputsOf = new HashMap<>();
  private final Set<Integer> read = new HashSet<>();
  private final Map<Integer, Instant> written = new HashMap<>();

  private record Node(boolean isProgram, int index) {}

  /** A step to a node, in the time from the first to the last use. */
  private record Step(Node to, Instant first, Instant last) {}

  /** A reached node, with the earliest time of arrival over this chain. */
  private record Reached(Node node, Instant arrival, @Nullable Reached before) {}

  ChainSearch(RecordedRun run, Function<RunFile, String> shown) {
    this.run = run;
    this.shown = shown;
    for (Use each : run.uses()) {
      Node program = new Node(true, each.program());
      Node file = new Node(false, each.file());
      boolean isWrite = each.how() == How.WRITE;
      add(isWrite ? program : file, isWrite ? file : program, each.first(), each.last());
    }
    Set<List<Integer>> writes = new HashSet<>();
    run.uses().stream()
        .filter(each -> each.how() == How.WRITE)
        .forEach(
            each -> {
              writes.add(List.of(each.program(), each.file()));
              Instant last = each.last() == null ? Instant.MIN : each.last();
              written.merge(each.file(), last, (a, b) -> a.isAfter(b) ? a : b);
            });
    // A linker reads what it writes itself, which is still a result.
    run.uses().stream()
        .filter(each -> each.how() != How.WRITE)
        .filter(each -> !writes.contains(List.of(each.program(), each.file())))
        .forEach(each -> read.add(each.file()));
    for (int i = 0; i < run.programs().size(); i++) {
      Program program = run.programs().get(i);
      if (program.parent() >= 0) {
        Instant begin = program.begin();
        add(new Node(true, program.parent()), new Node(true, i), begin, begin);
      }
    }
    for (Origins each : run.origins()) {
      each.inputs()
          .forEach(
              input -> outputsOf.computeIfAbsent(input, x -> new HashSet<>()).add(each.output()));
    }
  }

  private void add(Node from, Node to, @Nullable Instant first, @Nullable Instant last) {
    Instant begin = first == null ? Instant.MIN : first;
    Instant end = last == null ? Instant.MAX : last;
    steps.computeIfAbsent(from, x -> new ArrayList<>()).add(new Step(to, begin, end));
  }

  /**
   * Returns names from an input to an output. Returns only the input if the run knows no output.
   */
  List<String> from(int input) {
    Set<Integer> outputs = outputsOf.getOrDefault(input, Set.of());
    Set<Integer> results = new HashSet<>(outputs);
    results.removeIf(each -> read.contains(each) || run.files().get(each).folded());
    Reached end =
        results.stream()
            .max(Comparator.comparing(this::lastWritten).thenComparing(Comparator.naturalOrder()))
            .map(last -> search(input, Set.of(last)))
            .orElse(null);
    end = end == null ? search(input, outputs) : end;
    List<String> names = new ArrayList<>();
    for (Reached each = end; each != null; each = each.before()) {
      String name = name(each.node());
      if (names.isEmpty() || !names.get(names.size() - 1).equals(name)) {
        names.add(name); // a program and its fork have one name
      }
    }
    Collections.reverse(names);
    return names.isEmpty() ? List.of(name(new Node(false, input))) : names;
  }

  private Instant lastWritten(int file) {
    return written.getOrDefault(file, Instant.MIN);
  }

  private @Nullable Reached search(int input, Set<Integer> outputs) {
    Map<Node, Instant> earliest = new HashMap<>();
    Deque<Reached> waiting = new ArrayDeque<>();
    waiting.add(new Reached(new Node(false, input), Instant.MIN, null));
    while (!waiting.isEmpty()) {
      Reached next = waiting.remove();
      if (!next.node().isProgram() && outputs.contains(next.node().index())) {
        return next;
      }
      for (Step each : steps.getOrDefault(next.node(), List.of())) {
        Instant arrival = each.first().isAfter(next.arrival()) ? each.first() : next.arrival();
        Instant known = earliest.get(each.to());
        boolean isEarlier = known == null || arrival.isBefore(known);
        if (!each.last().isBefore(next.arrival()) && isEarlier) {
          earliest.put(each.to(), arrival);
          waiting.add(new Reached(each.to(), arrival, next));
        }
      }
    }
    return null;
  }

  private String name(Node node) {
    if (!node.isProgram()) {
      return shown.apply(run.files().get(node.index()));
    }
    String executable = run.programs().get(node.index()).executable();
    return executable.isEmpty()
        ? run.programs().get(node.index()).key()
        : Finding.lastPart(executable);
  }
}
