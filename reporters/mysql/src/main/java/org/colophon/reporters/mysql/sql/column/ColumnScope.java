package org.colophon.reporters.mysql.sql.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Relations whose columns are visible in a query, including outer queries. */
final class ColumnScope {
  private final Optional<ColumnScope> outer;
  private final List<Relation> relations = new ArrayList<>();
  private final Map<Bytes, List<OutputColumn>> expressions = new HashMap<>();

  /** Shared columns of joined tables, for names without a qualifier. */
  private final Map<Bytes, OutputColumn> shared = new HashMap<>();

  ColumnScope() {
    this.outer = Optional.empty();
  }

  private ColumnScope(ColumnScope outer) {
    this.outer = Optional.of(outer);
  }

  ColumnScope inner() {
    return new ColumnScope(this);
  }

  void add(Relation relation) {
    relations.add(relation);
  }

  void share(OutputColumn output) {
    shared.put(output.name(), output);
  }

  void define(Bytes name, List<OutputColumn> outputs) {
    expressions.put(name, outputs);
  }

  /** Common table expression of a name. */
  Optional<List<OutputColumn>> expression(Bytes name) {
    List<OutputColumn> found = expressions.get(name);
    return found != null ? Optional.of(found) : outer.flatMap(scope -> scope.expression(name));
  }

  List<Relation> relations() {
    return relations;
  }

  Optional<Relation> relation(TableName qualifier) {
    return relations.stream().filter(relation -> relation.answersTo(qualifier)).findFirst();
  }

  /** Column of a name, empty if it is not visible here. */
  Optional<OutputColumn> column(TableName qualifier, Bytes column) {
    Optional<OutputColumn> here = qualifier.isNone() ? plain(column) : qualified(qualifier, column);
    return here.or(() -> outer.flatMap(scope -> scope.column(qualifier, column)));
  }

  private Optional<OutputColumn> qualified(TableName qualifier, Bytes column) {
    return relation(qualifier)
        .flatMap(relation -> relation.column(column).or(() -> relation.hidden(column)));
  }

  private Optional<OutputColumn> plain(Bytes column) {
    if (shared.containsKey(column)) {
      return Optional.of(shared.get(column));
    }
    for (Relation relation : relations) {
      Optional<OutputColumn> found = relation.column(column);
      if (found.isPresent()) {
        return found;
      }
    }
    List<OutputColumn> possible = new ArrayList<>();
    relations.forEach(relation -> relation.hidden(column).ifPresent(possible::add));
    if (possible.size() < 2) {
      return possible.stream().findFirst();
    }
    Set<ColumnSource> sources = new LinkedHashSet<>();
    possible.forEach(output -> output.sources().forEach(one -> sources.add(doubtOffset(one))));
    return Optional.of(new OutputColumn(column, ColumnFlow.How.COPY, sources));
  }

  private static ColumnSource doubtOffset(ColumnSource source) {
    return new ColumnSource(source.table(), source.column(), false);
  }
}
