package org.colophon.reporters.mysql.sql.column;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Something that columns can be taken from: a table, or what a derived table or common table
 * expression gives.
 *
 * @param alias by which columns are qualified
 * @param table {@link TableName#NONE} if it is no table
 * @param outputs its columns; a single star if they are not known
 */
record Relation(Bytes alias, TableName table, List<Output> outputs) {
  static final Bytes STAR = Bytes.of("*");

  static Relation of(Bytes alias, TableName table, List<Bytes> columns) {
    List<Output> outputs = new ArrayList<>();
    for (Bytes column : columns) {
      outputs.add(output(table, column, ColumnFlow.How.COPY));
    }
    if (outputs.isEmpty()) {
      outputs.add(output(table, STAR, ColumnFlow.How.STAR));
    }
    return new Relation(alias, table, outputs);
  }

  private static Output output(TableName table, Bytes column, ColumnFlow.How how) {
    return new Output(column, how, Set.of(new ColumnSource(table, column, true)));
  }

  /** The column of that name, if the relation has one for certain. */
  Optional<Output> column(Bytes name) {
    return outputs.stream().filter(output -> output.name().equals(name)).findFirst();
  }

  /** The column of that name, as far as it may be among those that are not known. */
  Optional<Output> hidden(Bytes name) {
    return outputs.stream().filter(Output::isStar).findFirst().map(star -> taken(star, name));
  }

  private static Output taken(Output star, Bytes name) {
    Set<ColumnSource> sources = new LinkedHashSet<>();
    for (ColumnSource source : star.sources()) {
      sources.add(new ColumnSource(source.table(), name, source.isCertain()));
    }
    return new Output(name, ColumnFlow.How.COPY, sources);
  }

  boolean answersTo(TableName qualifier) {
    boolean isSameDatabase =
        qualifier.database().isEmpty() || qualifier.database().equals(table.database());
    return isSameDatabase && alias.equals(qualifier.table());
  }
}
