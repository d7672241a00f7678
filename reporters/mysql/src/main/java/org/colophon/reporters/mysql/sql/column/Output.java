package org.colophon.reporters.mysql.sql.column;

import java.util.LinkedHashSet;
import java.util.Set;
import org.colophon.core.model.Bytes;

/** A column that a query gives, by name, and where it comes from. */
record Output(Bytes name, ColumnFlow.How how, Set<ColumnSource> sources) {
  /** Whether it stands for all columns of something, of which nobody knows how many there are. */
  boolean isStar() {
    return name.equals(Relation.STAR);
  }

  /** Columns of which is known only what they all come from. */
  static Output computed(Set<ColumnSource> sources) {
    return new Output(Relation.STAR, ColumnFlow.How.EXPRESSION, sources);
  }

  boolean isComputed() {
    return isStar() && how == ColumnFlow.How.EXPRESSION;
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
