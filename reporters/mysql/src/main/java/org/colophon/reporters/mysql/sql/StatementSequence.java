package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * State for the statements of one text: each sees the session and catalog as its predecessors leave
 * them. The original session and catalog stay unchanged. One thread.
 */
final class StatementSequence {
  private final ColumnLineage lineage;
  private SqlSession session;
  private SqlCatalog catalog;

  /** Null during the first statement. */
  private DefinitionEffects definitions;

  StatementSequence(SqlSession session, SqlCatalog catalog, ColumnLineage lineage) {
    this.session = session;
    this.catalog = catalog;
    this.lineage = lineage;
  }

  SqlSession session() {
    return session;
  }

  SqlCatalog catalog() {
    return catalog;
  }

  /**
   * Applies a statement that another one follows.
   *
   * @param first first token of the statement
   */
  void pass(Statement done, TokenBuffer tokens, int first) {
    if (definitions == null) {
      session = session.copy();
      catalog = catalog.over();
      definitions = new DefinitionEffects(catalog, lineage);
    }
    definitions.apply(session, done, tokens, first);
  }
}
