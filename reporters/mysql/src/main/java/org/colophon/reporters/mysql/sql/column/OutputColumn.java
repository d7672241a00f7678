package org.colophon.reporters.mysql.sql.column;

import java.util.LinkedHashSet;
import java.util.Set;
import org.colophon.core.model.Bytes;

/** A column that a query gives, by name, and where it comes from. */
record OutputColumn(Bytes name, ColumnFlow.How how, Set<ColumnSource> sources) {
  /** Whether it stands for all columns of something, of which nobody knows how many there are. */
  boolean isStar() {
    return name.equals(Relation.STAR);
  }

  /** Columns of which is known only what they all come from. */
  static OutputColumn computed(Set<ColumnSource> sources) {
    return new OutputColumn(Relation.STAR, ColumnFlow.How.EXPRESSION, sources);
  }

  boolean isComputed() {
    return isStar() && how == ColumnFlow.How.EXPRESSION;
  }

  OutputColumn as(Bytes otherName) {
    return new OutputColumn(otherName, how, sources);
  }

  /** What comes from this column or, in another branch of a union, from the other. */
  OutputColumn or(OutputColumn other) {
    Set<ColumnSource> both = new LinkedHashSet<>(sources);
    both.addAll(other.sources);
    return new OutputColumn(name, how == other.how ? how : ColumnFlow.How.EXPRESSION, both);
  }
}
