package org.colophon.reporters.mysql.sql.column;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * What flows into one column of a table that a statement changes.
 *
 * @param column in lower case; {@code *} if it is not known which
 * @param sources none for a literal
 */
public record ColumnFlow(TableName target, Bytes column, How how, List<ColumnSource> sources) {
  /** In what form. */
  public enum How {
    /** As it is. */
    COPY,
    /** Through an expression of the sources. */
    EXPRESSION,
    /** Something that comes from no column: a literal, a parameter, a function of none. */
    LITERAL,
    /** All columns of a source whose columns are not known, in their order. */
    STAR
  }

  public ColumnFlow {
    sources = List.copyOf(sources);
  }
}
