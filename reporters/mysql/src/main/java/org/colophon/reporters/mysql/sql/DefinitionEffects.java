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

/** Applies successful definitions to a session and a catalog. One thread. */
final class DefinitionEffects {
  private final SqlCatalog catalog;
  private final ColumnLineage lineage;

  DefinitionEffects(SqlCatalog catalog, ColumnLineage lineage) {
    this.catalog = catalog;
    this.lineage = lineage;
  }

  /**
   * Applies a definition of unknown outcome. An existing table or view is not created again. So the
   * columns of a table become unknown if they differ, and a view may read the tables of either
   * definition.
   *
   * @param first first token of the statement, -1 if its tokens are not available
   */
  void applyUncertain(SqlSession session, Statement statement, TokenBuffer tokens, int first) {
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
   * Applies a successful statement.
   *
   * @param first first token of the statement, -1 if its tokens are not available
   */
  void apply(SqlSession session, Statement statement, TokenBuffer tokens, int first) {
    // Before a temporary table hides a table of the query.
    Optional<List<Bytes>> columns = columnsOfQuery(session, statement, tokens, first);
    session.apply(statement);
    catalog.apply(statement);
    columns.ifPresent(given -> catalog.addColumns(statement, given));
  }

  /** Columns of the query in a CREATE TABLE, if they are certain. */
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

  /** Columns of a table. Those of temporary tables are not known. */
  static List<Bytes> columns(SqlCatalog of, SqlSession session, TableName table) {
    return session.isTemporary(table) ? List.of() : of.columns(table);
  }
}
