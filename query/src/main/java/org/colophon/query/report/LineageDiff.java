// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.report;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;

/**
 * Difference of two lineages. Matches objects by name, by the file under another name, by content
 * and by role, and processes by executable and command line. If the roots are two directories,
 * their names and arguments are relative, and the files below them are compared too. Otherwise the
 * roots themselves are not compared. Pipes and sockets are never compared.
 *
 * @param onlyInFirst objects of the first lineage without a match, inputs first.
 * @param onlyInSecond objects of the second lineage without a match, inputs first.
 * @param changed pairs of matched objects with different content, inputs first.
 * @param programs executables that ran in only one of the lineages.
 * @param commands executables that ran in both lineages with different command lines.
 * @param inputs objects without ancestors in their lineage.
 * @param consequences differing pairs on the way that another difference influenced.
 * @param hidden number of further differences in the hidden nodes.
 * @param sameName number of pairs of files whose contents were not compared, because a digest is
 *     missing.
 */
public record LineageDiff(
    Lineage first,
    Lineage second,
    List<LineageNode> onlyInFirst,
    List<LineageNode> onlyInSecond,
    List<Pair> changed,
    List<Programs> programs,
    List<Commands> commands,
    Set<LineageNode> inputs,
    List<Pair> consequences,
    int hidden,
    int sameName)
    implements Report {
  public LineageDiff {
    onlyInFirst = List.copyOf(onlyInFirst);
    onlyInSecond = List.copyOf(onlyInSecond);
    changed = List.copyOf(changed);
    programs = List.copyOf(programs);
    commands = List.copyOf(commands);
    inputs = Set.copyOf(inputs);
    consequences = List.copyOf(consequences);
  }

  /** Returns the number of differences, without their consequences. */
  public int size() {
    return onlyInFirst.size()
        + onlyInSecond.size()
        + changed.size()
        + programs.size()
        + commands.size();
  }

  /** Returns true if nothing differs, not even in hidden nodes. */
  public boolean isEmpty() {
    return size() + hidden == 0;
  }

  /** Returns this difference with another value of {@link #hidden()}. */
  public LineageDiff hiding(int differences) {
    return new LineageDiff(
        first,
        second,
        onlyInFirst,
        onlyInSecond,
        changed,
        programs,
        commands,
        inputs,
        consequences,
        differences,
        sameName);
  }

  /** Returns this difference with more pairs of inputs. */
  public LineageDiff withInputs(List<Pair> more) {
    return new LineageDiff(
        first,
        second,
        onlyInFirst,
        onlyInSecond,
        Stream.concat(more.stream(), changed.stream()).toList(),
        programs,
        commands,
        Stream.concat(inputs.stream(), more.stream().map(Pair::first)).collect(Collectors.toSet()),
        consequences,
        hidden,
        sameName);
  }

  /** Returns whether the queries omitted nodes that may differ. */
  public boolean leavesOut() {
    return leavesOut(first) || leavesOut(second);
  }

  private static boolean leavesOut(Lineage lineage) {
    return lineage.summary().hidden() + lineage.summary().hiddenCode() + lineage.summary().passed()
        > 0;
  }

  /** Returns whether the limits of the queries omitted a part of the lineages. */
  public boolean isCutOff() {
    return first.summary().isCutOff() || second.summary().isCutOff();
  }

  /** Returns whether either lineage may lack operations that were not captured. */
  public boolean isIncomplete() {
    return first.summary().isIncomplete() || second.summary().isIncomplete();
  }

  /** Two nodes that are the same, or take the same place, in their lineages. */
  public record Pair(LineageNode first, LineageNode second) {}

  /**
   * An executable that ran in only one lineage.
   *
   * @param first number of processes in the first lineage that ran it
   * @param second number of processes in the second lineage that ran it
   */
  public record Programs(Bytes executable, int first, int second) {}

  /**
   * Processes of an executable whose command lines are in only one lineage.
   *
   * @param onlyInFirst processes whose command line is missing in the second lineage
   * @param onlyInSecond processes whose command line is missing in the first lineage
   */
  public record Commands(
      Bytes executable, List<LineageNode> onlyInFirst, List<LineageNode> onlyInSecond) {
    public Commands {
      onlyInFirst = List.copyOf(onlyInFirst);
      onlyInSecond = List.copyOf(onlyInSecond);
    }
  }
}
