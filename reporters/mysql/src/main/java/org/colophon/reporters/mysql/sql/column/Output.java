package org.colophon.reporters.mysql.sql.column;

import java.util.LinkedHashSet;
import java.util.Set;
import org.colophon.core.model.Bytes;

/** A column that a query gives, by name, and where it comes from. */
record Output(Bytes name, ColumnFlow.How how, Set<ColumnSource> sources) {
  boolean isStar() {
    return how == ColumnFlow.How.STAR;
  }

  Output as(Bytes otherName) {
    return new Output(otherName, how, sources);
  }

  /** What comes from this column or, in another branch of a union, from the other. */
  Output or(Output other) {
    Set<ColumnSource> both = new LinkedHashSet<>(sources);
    both.addAll(other.sources);
    return new Output(name, how == other.how ? how : ColumnFlow.How.EXPRESSION, both);
  }
}
