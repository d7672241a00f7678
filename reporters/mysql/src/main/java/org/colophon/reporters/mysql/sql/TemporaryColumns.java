package org.colophon.reporters.mysql.sql;

import java.util.List;
import java.util.Optional;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.Columns;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableUse;

/** Finds the columns of temporary tables, of which those matter that hold secrets. One thread. */
final class TemporaryColumns {
  private final SqlCatalog catalog;

  TemporaryColumns(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * A statement is about to take effect in a session.
   *
   * @param given the columns of the query that it is made from, if there is one and it is certain
   */
  void apply(SqlSession session, Statement statement, Optional<List<Bytes>> given) {
    List<TableUse> uses = statement.tables();
    if (uses.isEmpty() || !uses.get(0).isTemporary()) {
      return; // what is created or altered comes first
    }
    TableUse use = uses.get(0);
    if (statement.kind() == StatementKind.CREATE_TABLE && !isKept(session, use)) {
      Columns columns =
          given
              .map(ofQuery -> SqlCatalog.filled(statement, ofQuery))
              .orElseGet(() -> written(session, statement));
      session.holdSecrets(use.name(), columns);
    } else if (statement.kind() == StatementKind.ALTER_TABLE
        && !statement.columnChanges().isEmpty()) {
      Columns before = session.secrets().getOrDefault(use.name(), Columns.NONE);
      session.forgetSecrets(use.name());
      session.holdSecrets(use.name(), catalog.altered(before, statement.columnChanges()));
    }
  }

  private static boolean isKept(SqlSession session, TableUse use) {
    return use.access() == Access.CREATE_IF_ABSENT && session.isTemporary(use.name());
  }

  private Columns written(SqlSession session, Statement statement) {
    for (TableUse use : statement.tables()) {
      if (use.access() == Access.SCHEMA) {
        Columns known =
            use.isTemporary()
                ? session.secrets().get(use.name())
                : catalog.knownColumns(use.name());
        return known == null ? Columns.NONE : known;
      }
    }
    return catalog.written(statement);
  }
}
