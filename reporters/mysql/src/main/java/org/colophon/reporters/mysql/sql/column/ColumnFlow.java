package org.colophon.reporters.mysql.sql.column;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Flow into one column of a table that a statement changes.
 *
 * @param column in lower case, {@code *} if it is not known
 * @param sources empty for a literal
 */
public record ColumnFlow(TableName target, Bytes column, How how, List<ColumnSource> sources) {
  /** Form of a flow. */
  public enum How {
    /** Unchanged value. */
    COPY,
    /** Through an expression of the sources. */
    EXPRESSION,
    /** Value without a source column: a literal, a parameter, a function without columns. */
    LITERAL,
    /** All columns of a source whose columns are not known, in their order. */
    STAR
  }

  public ColumnFlow {
    sources = List.copyOf(sources);
  }
}
