// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.export.Branches.Branch;
import org.colophon.query.text.DisplayText;

/**
 * Orders branches for display: files without ancestors, other nodes, the starting process. Joins a
 * chain of processes that each only started the next into one branch. Omits pipes that lead
 * nowhere, or only back to the process, and files that a process wrote alone and read back.
 */
final class FoldedBranches {
  private final Branches all;
  private final boolean isAncestors;
  private final String started;
  private final int calls;
  private final BitSet processes = new BitSet();
  private final BitSet pipes = new BitSet();
  private final BitSet readBack = new BitSet();

  /**
   * Constructs an order of branches.
   *
   * @param calls number of calls that other calls stand for
   */
  FoldedBranches(Lineage lineage, Branches all, int calls) {
    this.all = all;
    this.calls = calls;
    this.isAncestors = lineage.query().direction() == Direction.ANCESTORS;
    this.started = isAncestors ? "started by" : "started";
  }

  List<Branch> of(LineageNode node) {
    return kept(node)
        .map(branch -> branch.isStart() ? endOfChain(branch) : branch)
        .sorted(Comparator.comparingInt(this::rank))
        .toList();
  }

  private int rank(Branch branch) {
    if (branch.isStart()) {
      return 2;
    }
    return branch.node().more() == 0 && all.of(branch.node()).isEmpty() ? 0 : 1;
  }

  private Stream<Branch> kept(LineageNode node) {
    return all.of(node).stream().filter(branch -> !isFolded(branch.node(), node));
  }

  private boolean isFolded(LineageNode object, LineageNode process) {
    if (object.isProcess() || object.object() == null || object.more() > 0) {
      return false;
    }
    ObjectKind kind = object.object().declaration().kind();
    boolean isPipe = kind == ObjectKind.PIPE || kind == ObjectKind.SOCKET;
    List<Branch> below = all.of(object);
    boolean leadsBack = below.stream().allMatch(branch -> branch.node().equals(process));
    if (isPipe && object.depth() > 0 && leadsBack) {
      pipes.set(object.index());
      return true;
    }
    if (!isPipe && isAncestors && !below.isEmpty() && leadsBack) {
      readBack.set(object.index());
      return true;
    }
    return false;
  }

  private Branch endOfChain(Branch first) {
    Branch end = first;
    List<Branch> below = onlyStart(end.node());
    while (!below.isEmpty()) {
      processes.set(end.node().index());
      end = new Branch(started, below.get(0).node(), true);
      below = onlyStart(end.node());
    }
    return end;
  }

  /** Returns the branch to the starting process if it is the only one. */
  private List<Branch> onlyStart(LineageNode process) {
    List<Branch> below = kept(process).toList();
    boolean isLink = process.more() == 0 && process.depth() > 0 && below.size() == 1;
    return isLink && below.get(0).isStart() ? below : List.of();
  }

  /** Returns remarks about the branches folded so far; an empty list if there are none. */
  List<String> remarks() {
    List<String> parts = new ArrayList<>();
    if (calls > 0) {
      parts.add(DisplayText.count(calls, "call"));
    }
    int links = processes.cardinality();
    if (links > 0) {
      parts.add(DisplayText.count(links, "process"));
    }
    if (!pipes.isEmpty()) {
      parts.add(DisplayText.count(pipes.cardinality(), "empty pipe"));
    }
    if (!readBack.isEmpty()) {
      parts.add(
          DisplayText.count(readBack.cardinality(), "file") + " that only the writer read back");
    }
    return parts.isEmpty() ? List.of() : List.of(listed(parts) + " folded; --all shows them");
  }

  private static String listed(List<String> parts) {
    int last = parts.size() - 1;
    String before = String.join(", ", parts.subList(0, last));
    return before.isEmpty() ? parts.get(last) : before + " and " + parts.get(last);
  }
}
