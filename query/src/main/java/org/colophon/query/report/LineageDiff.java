package org.colophon.query.report;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;

/**
 * Difference of two lineages. Objects are matched by name, processes by executable and command
 * line. The roots themselves are not compared.
 *
 * @param onlyInFirst objects whose name is in the first lineage only.
 * @param onlyInSecond objects whose name is in the second lineage only.
 * @param changed objects in both, by name, whose object or version differs.
 * @param commands processes in both, by executable, whose command lines differ.
 */
public record LineageDiff(
    Lineage first,
    Lineage second,
    List<LineageNode> onlyInFirst,
    List<LineageNode> onlyInSecond,
    List<Pair> changed,
    List<Commands> commands)
    implements Report {
  public LineageDiff {
    onlyInFirst = List.copyOf(onlyInFirst);
    onlyInSecond = List.copyOf(onlyInSecond);
    changed = List.copyOf(changed);
    commands = List.copyOf(commands);
  }

  public boolean isEmpty() {
    return onlyInFirst.isEmpty()
        && onlyInSecond.isEmpty()
        && changed.isEmpty()
        && commands.isEmpty();
  }

  /** Returns whether the limits of the queries left out a part of the lineages. */
  public boolean isCutOff() {
    return first.summary().isCutOff() || second.summary().isCutOff();
  }

  /** Returns whether either lineage may lack operations that were not captured. */
  public boolean isIncomplete() {
    return first.summary().isIncomplete() || second.summary().isIncomplete();
  }

  /** The same name in both lineages. */
  public record Pair(LineageNode first, LineageNode second) {}

  /**
   * Processes of one executable whose command lines are in one lineage only.
   *
   * @param onlyInFirst processes whose command line the second lineage does not have
   * @param onlyInSecond processes whose command line the first lineage does not have
   */
  public record Commands(
      Bytes executable, List<LineageNode> onlyInFirst, List<LineageNode> onlyInSecond) {
    public Commands {
      onlyInFirst = List.copyOf(onlyInFirst);
      onlyInSecond = List.copyOf(onlyInSecond);
    }
  }
}
