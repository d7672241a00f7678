package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * What the statements of one text meet: each of them the session and the catalog as those before it
 * leave them. The session and catalog that the text itself met stay as they are. One thread.
 */
final class StatementSequence {
  private final ColumnLineage lineage;
  private SqlSession session;
  private SqlCatalog catalog;

  /** Null while the first statement runs. */
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
   * A statement is done, and another follows.
   *
   * @param first its first token
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
