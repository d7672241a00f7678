package org.colophon.reporters.mysql.sql.column;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.colophon.core.model.Bytes;

/** Combines lists of columns that may hold stars of unknown width. */
final class OutputColumns {
  private OutputColumns() {}

  static boolean haveStar(List<OutputColumn> outputs) {
    return outputs.stream().anyMatch(OutputColumn::isStar);
  }

  /** Expands stars to the given count. Each column in their range may have any of their sources. */
  static List<OutputColumn> spread(List<OutputColumn> outputs, int count) {
    int first = 0;
    while (first < outputs.size() && !outputs.get(first).isStar()) {
      first++;
    }
    int behind = 0;
    while (first + behind < outputs.size() && !fromEnd(outputs, behind).isStar()) {
      behind++;
    }
    if (first == outputs.size() || count < first + behind) {
      return outputs;
    }
    OutputColumn any = any(outputs.subList(first, outputs.size() - behind), Relation.ANY);
    List<OutputColumn> spread = new ArrayList<>(outputs.subList(0, first));
    while (spread.size() < count - behind) {
      spread.add(any);
    }
    spread.addAll(outputs.subList(outputs.size() - behind, outputs.size()));
    return spread;
  }

  private static OutputColumn fromEnd(List<OutputColumn> outputs, int place) {
    return outputs.get(outputs.size() - 1 - place);
  }

  /** Column with any of the given sources. */
  static OutputColumn any(List<OutputColumn> outputs, Bytes name) {
    Set<ColumnSource> sources = new LinkedHashSet<>();
    boolean isCopy = true;
    for (OutputColumn output : outputs) {
      sources.addAll(output.sources());
      isCopy &= output.how() == ColumnFlow.How.STAR || output.how() == ColumnFlow.How.COPY;
    }
    return new OutputColumn(
        name, isCopy ? ColumnFlow.How.COPY : ColumnFlow.How.EXPRESSION, sources);
  }

  /** Columns of a union, with the names of the first branch. */
  static List<OutputColumn> union(List<List<OutputColumn>> branches) {
    OptionalInt width =
        branches.stream().filter(one -> !haveStar(one)).mapToInt(List::size).findFirst();
    if (width.isEmpty() && branches.stream().anyMatch(one -> one.size() != 1)) {
      List<OutputColumn> all = branches.stream().flatMap(List::stream).toList();
      return List.of(jumble(all));
    }
    List<OutputColumn> all = new ArrayList<>();
    for (List<OutputColumn> branch : branches) {
      List<OutputColumn> outputs = width.isPresent() ? spread(branch, width.getAsInt()) : branch;
      for (int i = 0; i < outputs.size(); i++) {
        if (i < all.size()) {
          all.set(i, all.get(i).or(outputs.get(i)));
        } else {
          all.add(outputs.get(i));
        }
      }
    }
    return all;
  }

  /**
   * Columns of a join by equal names: the shared ones first and once.
   *
   * @param main side that comes first
   * @param shared columns of both sides
   */
  static List<OutputColumn> joined(
      List<OutputColumn> main, List<OutputColumn> other, List<OutputColumn> shared) {
    List<OutputColumn> all = new ArrayList<>(shared);
    for (List<OutputColumn> side : List.of(main, other)) {
      for (OutputColumn output : side) {
        if (output.isStar() || shared.stream().noneMatch(one -> one.name().equals(output.name()))) {
          all.add(output);
        }
      }
    }
    return all;
  }

  /** All columns of all source tables in unknown order. */
  static OutputColumn jumble(List<OutputColumn> outputs) {
    Set<ColumnSource> sources = new LinkedHashSet<>();
    for (OutputColumn output : outputs) {
      for (ColumnSource source : output.sources()) {
        sources.add(new ColumnSource(source.table(), Relation.STAR, false));
      }
    }
    return new OutputColumn(Relation.STAR, ColumnFlow.How.STAR, sources);
  }
}
