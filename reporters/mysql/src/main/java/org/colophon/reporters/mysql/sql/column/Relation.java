package org.colophon.reporters.mysql.sql.column;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Relation with columns: a table, derived table or common table expression.
 *
 * @param alias qualifier of its columns
 * @param table {@link TableName#NONE} if it is not a table
 * @param outputs its columns, a single star if they are not known
 */
record Relation(Bytes alias, TableName table, List<OutputColumn> outputs) {
  static final Bytes STAR = Bytes.of("*");

  /** Name of a column with unknown name. */
  static final Bytes ANY = Bytes.of("?*");

  static Relation of(Bytes alias, TableName table, List<Bytes> columns) {
    List<OutputColumn> outputs = new ArrayList<>();
    for (Bytes column : columns) {
      outputs.add(output(table, column, ColumnFlow.How.COPY));
    }
    if (outputs.isEmpty()) {
      outputs.add(output(table, STAR, ColumnFlow.How.STAR));
    }
    return new Relation(alias, table, outputs);
  }

  private static OutputColumn output(TableName table, Bytes column, ColumnFlow.How how) {
    return new OutputColumn(column, how, Set.of(new ColumnSource(table, column, true)));
  }

  /** Column of a name, if it certainly exists. */
  Optional<OutputColumn> column(Bytes name) {
    return outputs.stream().filter(output -> output.name().equals(name)).findFirst();
  }

  /** Column of a name among unknown columns. */
  Optional<OutputColumn> hidden(Bytes name) {
    List<OutputColumn> unknown =
        outputs.stream().filter(one -> one.isStar() || one.name().equals(ANY)).toList();
    return unknown.isEmpty() ? Optional.empty() : Optional.of(taken(unknown, name));
  }

  private static OutputColumn taken(List<OutputColumn> unknown, Bytes name) {
    Set<ColumnSource> sources = new LinkedHashSet<>();
    for (OutputColumn output : unknown) {
      for (ColumnSource source : output.sources()) {
        boolean hasStar = source.column().equals(STAR) && !output.isComputed();
        Bytes column = hasStar ? name : source.column();
        sources.add(new ColumnSource(source.table(), column, source.isCertain()));
      }
    }
    return new OutputColumn(name, OutputColumns.any(unknown, name).how(), sources);
  }

  boolean answersTo(TableName qualifier) {
    boolean isSameDatabase =
        qualifier.database().isEmpty() || qualifier.database().equals(table.database());
    return isSameDatabase && alias.equals(qualifier.table());
  }
}
