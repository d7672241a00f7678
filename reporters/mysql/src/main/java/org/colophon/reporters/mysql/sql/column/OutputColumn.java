package org.colophon.reporters.mysql.sql.column;

import java.util.LinkedHashSet;
import java.util.Set;
import org.colophon.core.model.Bytes;

/** Column of a query with its sources. */
record OutputColumn(Bytes name, ColumnFlow.How how, Set<ColumnSource> sources) {
  /** Returns whether it stands for an unknown number of columns. */
  boolean isStar() {
    return name.equals(Relation.STAR);
  }

  /** Columns with known sources but unknown names. */
  static OutputColumn computed(Set<ColumnSource> sources) {
    return new OutputColumn(Relation.STAR, ColumnFlow.How.EXPRESSION, sources);
  }

  boolean isComputed() {
    return isStar() && how == ColumnFlow.How.EXPRESSION;
  }

  OutputColumn as(Bytes otherName) {
    return new OutputColumn(otherName, how, sources);
  }

  /** Combines the column with one of another branch of a union. */
  OutputColumn or(OutputColumn other) {
    Set<ColumnSource> both = new LinkedHashSet<>(sources);
    both.addAll(other.sources);
    return new OutputColumn(name, how == other.how ? how : ColumnFlow.How.EXPRESSION, both);
  }
}
