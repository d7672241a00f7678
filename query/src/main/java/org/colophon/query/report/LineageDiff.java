package org.colophon.query.report;

import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;

/**
 * Difference of two lineages. Matches objects by name, and processes by executable and command
 * line. If the roots are two directories, their names and arguments are relative, and the files
 * below them are compared too. Otherwise the roots themselves are not compared. Pipes and sockets
 * are never compared.
 *
 * @param onlyInFirst objects whose name is in the first lineage only, inputs first.
 * @param onlyInSecond objects whose name is in the second lineage only, inputs first.
 * @param changed pairs of objects with the same name that differ in object or version, inputs
 *     first.
 * @param programs executables that ran in only one of the lineages.
 * @param commands executables that ran in both lineages with different command lines.
 * @param inputs objects without ancestors in their lineage.
 * @param hidden number of further differences in the hidden nodes.
 * @param sameName number of files with the same relative name in two directories, of which only the
 *     ancestry was compared.
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
  }

  /** Returns the number of shown differences. */
  public int size() {
    return onlyInFirst.size()
        + onlyInSecond.size()
        + changed.size()
        + programs.size()
        + commands.size();
  }

  /** Returns whether there is no difference, not even in hidden nodes. */
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
        differences,
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

  /** A pair of nodes with the same name in both lineages. */
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
