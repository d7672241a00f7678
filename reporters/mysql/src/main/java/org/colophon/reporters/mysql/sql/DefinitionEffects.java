package org.colophon.reporters.mysql.sql;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/** Has a session and a catalog learn what statements define that took effect. One thread. */
final class DefinitionEffects {
  private final SqlCatalog catalog;
  private final ColumnLineage lineage;

  DefinitionEffects(SqlCatalog catalog, ColumnLineage lineage) {
    this.catalog = catalog;
    this.lineage = lineage;
  }

  /**
   * A statement may have taken effect in a session. A table or view that exists is not created
   * again: the columns of a table are no longer known if the statement defines others, and a view
   * may read what either definition says.
   *
   * @param first the first of its tokens, -1 if they are not at hand
   */
  void applyUntold(SqlSession session, Statement statement, TokenBuffer tokens, int first) {
    TableName made = catalog.made(statement);
    List<Bytes> columns = catalog.columns(made);
    Optional<List<TableUse>> view = catalog.view(made);
    boolean isView = statement.kind() == StatementKind.CREATE_VIEW;
    if (isView && view.isEmpty() && !columns.isEmpty()) {
      return; // a table has the name
    }
    apply(session, statement, tokens, first);
    if (!columns.isEmpty() && !columns.equals(catalog.columns(made))) {
      catalog.remove(CatalogKind.COLUMNS, made);
    }
    if (isView && view.isPresent()) {
      Set<TableUse> either = new LinkedHashSet<>(view.get());
      either.addAll(statement.body());
      catalog.putBody(CatalogKind.VIEW, made, List.copyOf(either));
    }
  }

  /**
   * A statement took effect in a session.
   *
   * @param first the first of its tokens, -1 if they are not at hand
   */
  void apply(SqlSession session, Statement statement, TokenBuffer tokens, int first) {
    // Before a temporary table hides what the query reads.
    Optional<List<Bytes>> columns = columnsOfQuery(session, statement, tokens, first);
    session.apply(statement);
    catalog.apply(statement);
    columns.ifPresent(given -> catalog.addColumns(statement, given));
  }

  /** The columns that the query of a CREATE TABLE gives, if that is certain. */
  private Optional<List<Bytes>> columnsOfQuery(
      SqlSession session, Statement statement, TokenBuffer tokens, int first) {
    boolean isAllSeen = !statement.columns().contains(Bytes.EMPTY);
    boolean isAsked = first >= 0 && isFilledFromQuery(statement) && isAllSeen;
    return isAsked
        ? lineage.columns(
            tokens, first, session.database(), table -> columns(catalog, session, table))
        : Optional.empty();
  }

  static boolean isFilledFromQuery(Statement statement) {
    return statement.kind() == StatementKind.CREATE_TABLE && !statement.reads().isEmpty();
  }

  /** The columns of a table; those of temporary tables are not known. */
  static List<Bytes> columns(SqlCatalog of, SqlSession session, TableName table) {
    return session.isTemporary(table) ? List.of() : of.columns(table);
  }
}
