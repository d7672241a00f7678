package org.colophon.reporters.mysql.sql;

import java.util.function.IntPredicate;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * What the statements of one text meet: each of them the session and the catalog as those before it
 * leave them. The session and catalog that the text itself met stay as they are. One thread.
 */
final class TextRun {
  private final SecretNames secretNames;
  private final ColumnLineage lineage;
  private SqlSession session;
  private SqlCatalog catalog;
  private SecretColumns secrets;

  /** Null while the first statement runs. */
  private Definitions definitions;

  TextRun(SqlSession session, SqlCatalog catalog, SecretNames secretNames, ColumnLineage lineage) {
    this.session = session;
    this.catalog = catalog;
    this.secretNames = secretNames;
    this.lineage = lineage;
    this.secrets = new SecretColumns(catalog, secretNames);
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
      secrets = new SecretColumns(catalog, secretNames);
      definitions = new Definitions(catalog, lineage);
    }
    definitions.apply(session, done, tokens, first);
  }

  /** Whether rows may go into a table that has columns with secrets. */
  boolean mayInsertSecrets(Statement statement) {
    return secrets.mayBeIn(statement, session);
  }

  /** As {@link SecretColumns#of}. */
  IntPredicate secretPlaces(TableName written, Statement in) {
    return secrets.of(written, in, session);
  }
}
