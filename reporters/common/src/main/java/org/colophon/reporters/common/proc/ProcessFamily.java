// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.proc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Processes that may pass data to each other through their common ancestors: the ancestors of a
 * process in its session, and all their descendants. Reads {@code /proc}.
 */
public final class ProcessFamily {
  /** Indexes in {@link ProcFiles#stat}. */
  private static final int STATE = 0;

  private static final int PARENT = 1;
  private static final int SESSION = 3;

  private static final String ZOMBIE = "Z";

  /** Ids of a process's parent and session. */
  private record Ties(int parent, int session) {}

  private ProcessFamily() {}

  /**
   * Returns the family of a process, ancestors first. The calling process does not belong to it,
   * nor do processes that are related only through the calling process.
   *
   * @param isLeftOut selects processes that are left out with their descendants
   * @return empty if the process is left out or has ended
   */
  public static List<Integer> of(int pid, IntPredicate isLeftOut) {
    Map<Integer, Ties> all = all();
    all.remove((int) ProcessHandle.current().pid());
    int oldest = pid;
    for (int next = pid;
        isTied(next, pid, all);
        next = Objects.requireNonNull(all.get(next)).parent) {
      if (isLeftOut.test(next)) {
        return List.of();
      }
      oldest = next;
    }
    return all.containsKey(pid) ? descendants(oldest, all, isLeftOut) : List.of();
  }

  private static boolean isTied(int pid, int member, Map<Integer, Ties> all) {
    Ties ties = all.get(pid);
    Ties own = all.get(member);
    return ties != null && own != null && ties.session == own.session;
  }

  private static List<Integer> descendants(
      int oldest, Map<Integer, Ties> all, IntPredicate isLeftOut) {
    Map<Integer, List<Integer>> children = new HashMap<>();
    all.forEach(
        (pid, ties) -> children.computeIfAbsent(ties.parent, key -> new ArrayList<>()).add(pid));
    List<Integer> family = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(oldest));
    while (!open.isEmpty()) {
      int pid = open.remove();
      if (!isLeftOut.test(pid)) {
        family.add(pid);
        open.addAll(children.getOrDefault(pid, List.of()));
      }
    }
    return family;
  }

  private static Map<Integer, Ties> all() {
    Map<Integer, Ties> found = new TreeMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : all) {
        String[] stat = ProcFiles.stat(process.getFileName().toString());
        if (stat.length > SESSION && !stat[STATE].equals(ZOMBIE)) {
          Ties ties = new Ties(Integer.parseInt(stat[PARENT]), Integer.parseInt(stat[SESSION]));
          found.put(Integer.valueOf(process.getFileName().toString()), ties);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      found.clear(); // without /proc there is no family
    }
    return found;
  }
}
