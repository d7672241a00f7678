package org.colophon.reporters.mysql.sql;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.Columns;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * Which values of a row that is inserted without a list of columns are secrets, as far as the
 * tables' columns are known. Errs on the side of hiding.
 */
final class SecretColumns {
  static final IntPredicate NONE = place -> false;
  static final IntPredicate ALL = place -> true;

  private static final int MAX_VIEWS = 16;

  /** The server's own tables of accounts, whose columns are those of its version. */
  private static final Set<TableName> OF_ACCOUNTS =
      Set.of(
          TableName.of("mysql.user"),
          TableName.of("mysql.global_priv"),
          TableName.of("mysql.password_history"),
          TableName.of("mysql.servers"),
          TableName.of("mysql.slave_master_info"));

  private final SqlCatalog catalog;
  private final SecretNames secrets;

  SecretColumns(SqlCatalog catalog, SecretNames secrets) {
    this.catalog = catalog;
    this.secrets = secrets;
  }

  /** Which columns hold secrets, by their names in lower case. */
  static Predicate<Bytes> named(SecretNames secrets) {
    return column -> secrets.include(column.toString().toUpperCase(Locale.ROOT));
  }

  /** Whether a statement, or a body that it defines, writes to where accounts are. */
  static boolean changesAccounts(Statement statement) {
    return Stream.concat(statement.tables().stream(), statement.body().stream())
        .anyMatch(use -> use.access().isWrite() && OF_ACCOUNTS.contains(use.name()));
  }

  /** Whether rows may go into a table that has such columns. */
  boolean mayBeIn(Statement statement, SqlSession session) {
    boolean isOnlyTold = statement.kind() == StatementKind.EXPLAIN;
    return mayBeIn(statement.tables(), isOnlyTold, session)
        || mayBeIn(statement.body(), false, session);
  }

  /**
   * @param isAny whether any table may be one into which rows would go
   */
  private boolean mayBeIn(List<TableUse> uses, boolean isAny, SqlSession session) {
    for (TableUse use : uses) {
      boolean isInsert = use.access() == Access.INSERT || use.access() == Access.REPLACE;
      if ((isInsert || isAny)
          && (catalog.hasSecret(use.name()) || session.secrets().containsKey(use.name()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Which places of a row hold secrets; null if nothing is known of the table.
   *
   * @param written as the statement has it, perhaps without a database
   * @param in the statement
   */
  IntPredicate of(TableName written, Statement in, SqlSession session) {
    boolean isOfRoutine = in.kind() == StatementKind.CREATE_ROUTINE;
    TableName name = written.in(isOfRoutine ? in.routine().database() : session.database());
    Columns temporary = session.secrets().get(name);
    if (temporary == null) {
      return of(name, 0);
    }
    return temporary.isComplete() ? placesOf(temporary.names()) : ALL;
  }

  private IntPredicate of(TableName name, int depth) {
    Optional<List<TableUse>> view = catalog.view(name);
    if (view.isPresent()) {
      boolean isSecret = depth >= MAX_VIEWS;
      for (TableUse base : view.get()) {
        IntPredicate below = isSecret ? ALL : of(base.name(), depth + 1);
        isSecret |= below != null && below != NONE;
      }
      return isSecret ? ALL : NONE;
    }
    Columns known = catalog.knownColumns(name);
    if (known == null) {
      return null;
    }
    if (!known.isComplete()) {
      return catalog.hasSecret(name) ? ALL : null;
    }
    return catalog.hasSecret(name) ? placesOf(known.names()) : NONE;
  }

  private IntPredicate placesOf(List<Bytes> columns) {
    Predicate<Bytes> isSecret = named(secrets);
    // More values than columns are an error, or the columns are others than is thought.
    return place -> place >= columns.size() || isSecret.test(columns.get(place));
  }
}
