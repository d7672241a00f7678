package org.colophon.reporters.mysql.sql;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.Columns;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.column.ColumnLineage;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/** Has a session and a catalog learn what statements define that took effect. One thread. */
final class Definitions {
  private final SqlCatalog catalog;
  private final TemporaryColumns temporaries;
  private final ColumnLineage lineage;

  Definitions(SqlCatalog catalog, ColumnLineage lineage) {
    this.catalog = catalog;
    this.temporaries = new TemporaryColumns(catalog);
    this.lineage = lineage;
  }

  /**
   * A statement may have taken effect in a session: nobody knows. A table that is there is not made
   * anew, so its columns are then those that it had, or others.
   *
   * @param first the first of its tokens, -1 if they are not at hand
   */
  void applyUntold(SqlSession session, Statement statement, TokenBuffer tokens, int first) {
    TableName made = catalog.made(statement);
    Columns before = catalog.knownColumns(made);
    apply(session, statement, tokens, first);
    Columns after = catalog.knownColumns(made);
    if (before != null && !before.equals(after)) {
      Set<Bytes> all = new LinkedHashSet<>(before.names());
      all.addAll(after == null ? List.of() : after.names());
      catalog.putColumns(made, new Columns(List.copyOf(all), false));
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
    boolean isGuessed = columns.isEmpty() && isFilledFromQuery(statement);
    List<Bytes> secrets = isGuessed ? secretsRead(session, statement) : List.of();
    temporaries.apply(session, statement, columns);
    session.apply(statement);
    catalog.apply(statement);
    columns.ifPresent(given -> catalog.addColumns(statement, given));
    if (!secrets.isEmpty()) {
      mayHold(session, statement.tables().get(0), secrets);
    }
  }

  /** The columns with secrets that the query may give. */
  private List<Bytes> secretsRead(SqlSession session, Statement statement) {
    return statement.tables().stream()
        .filter(use -> use.access().isRead())
        .flatMap(use -> known(session, use).names().stream())
        .filter(catalog::isSecret)
        .distinct()
        .toList();
  }

  private Columns known(SqlSession session, TableUse use) {
    Columns known =
        use.isTemporary() ? session.secrets().get(use.name()) : catalog.knownColumns(use.name());
    return known == null ? Columns.NONE : known;
  }

  /** A table was made that may have columns with secrets, nobody knows where. */
  private void mayHold(SqlSession session, TableUse made, List<Bytes> secrets) {
    Columns known = known(session, made);
    if (known.isComplete()) {
      return; // it was there before
    }
    Set<Bytes> all = new LinkedHashSet<>(known.names());
    all.addAll(secrets);
    Columns columns = new Columns(List.copyOf(all), false);
    if (made.isTemporary()) {
      session.holdSecrets(made.name(), columns);
    } else {
      catalog.putColumns(made.name(), columns);
    }
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

  /** Of a temporary table they are known if some hold secrets; one that it hides has others. */
  static List<Bytes> columns(SqlCatalog of, SqlSession session, TableName table) {
    if (!session.isTemporary(table)) {
      return of.columns(table);
    }
    Columns known = session.secrets().get(table);
    return known == null || !known.isComplete() ? List.of() : known.names();
  }
}
