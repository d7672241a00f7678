// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.catalog;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * Known views and routines of one server. Bounded: the oldest definitions are evicted. Not
 * thread-safe.
 */
public final class SqlCatalog {
  private static final int MAX_NAMES = 100_000;

  private static final Set<String> TRANSACTIONAL =
      Set.of("innodb", "rocksdb", "tokudb", "xtradb", "ndb", "ndbcluster");

  private final Map<CatalogKind, Map<TableName, List<TableUse>>> bodies =
      new EnumMap<>(CatalogKind.class);
  private BiConsumer<CatalogKind, TableName> watcher = (kind, name) -> {};
  private int generation;

  public SqlCatalog() {
    for (CatalogKind kind : CatalogKind.values()) {
      bodies.put(kind, BoundedMap.byAge(MAX_NAMES));
    }
  }

  /** Sets the function that receives changed and removed definitions. */
  public void watch(BiConsumer<CatalogKind, TableName> by) {
    watcher = by;
  }

  /** Returns a number that each change increases. A change invalidates earlier analyses. */
  public int generation() {
    return generation;
  }

  private Map<TableName, List<TableUse>> bodies(CatalogKind kind) {
    return Objects.requireNonNull(bodies.get(kind));
  }

  /** Returns whether any stored function is known. */
  public boolean hasFunctions() {
    return !bodies(CatalogKind.FUNCTION).isEmpty();
  }

  /** Returns the tables of a view, or the effect of a routine, if the definition is known. */
  public Optional<List<TableUse>> body(CatalogKind kind, TableName name) {
    return Optional.ofNullable(bodies(kind).get(name));
  }

  /** Returns the known views that read a table or view. */
  public List<TableName> viewsOf(TableName table) {
    return bodies(CatalogKind.VIEW).entrySet().stream()
        .filter(view -> view.getValue().stream().anyMatch(use -> use.name().equals(table)))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Defines a view or routine. */
  public void put(CatalogKind kind, TableName name, List<TableUse> body) {
    bodies(kind).put(name, body);
    changed(kind, name);
  }

  /** Removes a definition if it is known. */
  public void remove(CatalogKind kind, TableName name) {
    if (bodies(kind).remove(name) != null) {
      changed(kind, name);
    }
  }

  private void changed(CatalogKind kind, TableName name) {
    generation++;
    watcher.accept(kind, name);
  }

  /**
   * Applies a successful definition with qualified names.
   *
   * @param isDefaultNontransactional whether a table without an engine has no transactions
   */
  public void apply(Statement statement, boolean isDefaultNontransactional) {
    switch (statement.kind()) {
      case CREATE_VIEW -> define(statement);
      case CREATE_ROUTINE ->
          routineKind(statement)
              .ifPresent(kind -> put(kind, statement.routine(), statement.body()));
      case DROP_ROUTINE ->
          routineKind(statement).ifPresent(kind -> remove(kind, statement.routine()));
      case CREATE_TABLE -> engine(statement, isDefaultNontransactional);
      case DROP_TABLE -> drop(CatalogKind.NONTRANSACTIONAL, statement);
      case ALTER_TABLE -> {
        engine(statement, false);
        drop(CatalogKind.VIEW, statement);
      }
      case DROP_VIEW -> drop(CatalogKind.VIEW, statement);
      case DROP_DATABASE -> dropDatabase(statement.subject());
      default -> {}
    }
    statement.renames().forEach(this::rename);
  }

  /**
   * Applies a definition of unknown outcome. A CREATE VIEW fails if the view exists, so the view
   * may read the tables of either definition.
   */
  public void applyUncertain(Statement statement, boolean isDefaultNontransactional) {
    boolean isView = statement.kind() == StatementKind.CREATE_VIEW;
    for (TableUse use : isView ? statement.tables() : List.<TableUse>of()) {
      Optional<List<TableUse>> before = body(CatalogKind.VIEW, use.name());
      if (use.access() == Access.CREATE && before.isPresent()) {
        Set<TableUse> either = new LinkedHashSet<>(before.get());
        either.addAll(statement.body());
        put(CatalogKind.VIEW, use.name(), List.copyOf(either));
        return;
      }
    }
    apply(statement, isDefaultNontransactional);
  }

  /**
   * Returns the kind of a routine; empty for a trigger, whose statements have their own records.
   */
  private static Optional<CatalogKind> routineKind(Statement statement) {
    return switch (statement.subject().toString()) {
      case "FUNCTION" -> Optional.of(CatalogKind.FUNCTION);
      case "EVENT" -> Optional.of(CatalogKind.EVENT);
      case "TRIGGER" -> Optional.empty();
      default -> Optional.of(CatalogKind.ROUTINE);
    };
  }

  /**
   * Returns the database of the known events with a statement that uses the same tables. Returns
   * empty if none exists, or if events of several databases have such a statement.
   */
  public Optional<Bytes> databaseOfEvent(Statement statement) {
    List<Bytes> databases =
        bodies(CatalogKind.EVENT).entrySet().stream()
            .filter(each -> contains(each.getValue(), statement, each.getKey().database()))
            .map(each -> each.getKey().database())
            .distinct()
            .toList();
    return databases.size() == 1 ? Optional.of(databases.get(0)) : Optional.empty();
  }

  private static boolean contains(List<TableUse> body, Statement statement, Bytes database) {
    return statement.tables().stream()
        .map(use -> TableUse.of(use.name().in(database), use.access()))
        .allMatch(use -> body.stream().anyMatch(each -> each.isLike(use)));
  }

  private void define(Statement statement) {
    for (TableUse use : statement.tables()) {
      boolean isNew =
          use.access() == Access.CREATE_IF_ABSENT && body(CatalogKind.VIEW, use.name()).isEmpty();
      if (use.access() == Access.CREATE || isNew) {
        put(CatalogKind.VIEW, use.name(), statement.body());
      }
    }
  }

  private void drop(CatalogKind kind, Statement statement) {
    for (TableUse use : statement.tables()) {
      if (use.access() == Access.DROP && !use.isTemporary()) {
        remove(kind, use.name());
      }
    }
  }

  /** Returns whether a rollback does not undo changes of a table. */
  public boolean isNontransactional(TableName table) {
    return body(CatalogKind.NONTRANSACTIONAL, table).isPresent();
  }

  /** Returns whether an engine has transactions. */
  public static boolean isTransactional(String engine) {
    return TRANSACTIONAL.contains(engine.toLowerCase(Locale.ROOT));
  }

  /** Applies the storage engine of a created or altered table. LIKE copies the engine. */
  private void engine(Statement statement, boolean isDefaultNontransactional) {
    Bytes engine = statement.subject();
    boolean isCreated = statement.kind() == StatementKind.CREATE_TABLE;
    if (!isCreated && engine.isEmpty()) {
      return;
    }
    Optional<TableName> like =
        statement.tables().stream()
            .filter(use -> isCreated && use.access() == Access.SCHEMA)
            .map(TableUse::name)
            .findFirst();
    boolean isKept =
        engine.isEmpty()
            ? like.map(this::isNontransactional).orElse(isDefaultNontransactional)
            : !isTransactional(engine.toString());
    for (TableUse use : statement.tables()) {
      if (use.access().isWrite() && isKept && !isNontransactional(use.name())) {
        put(CatalogKind.NONTRANSACTIONAL, use.name(), List.of());
      } else if (use.access() == Access.CREATE || use.access() == Access.ALTER) {
        if (!isKept) {
          remove(CatalogKind.NONTRANSACTIONAL, use.name());
        }
      }
    }
  }

  private void dropDatabase(Bytes database) {
    bodies.forEach(
        (kind, known) ->
            known.keySet().stream()
                .filter(name -> name.database().equals(database))
                .toList()
                .forEach(name -> remove(kind, name)));
  }

  private void rename(Rename rename) {
    for (CatalogKind kind : List.of(CatalogKind.VIEW, CatalogKind.NONTRANSACTIONAL)) {
      Optional<List<TableUse>> body = body(kind, rename.from());
      if (!rename.isTemporary() && body.isPresent()) {
        remove(kind, rename.from());
        put(kind, rename.to(), body.get());
      }
    }
  }
}
