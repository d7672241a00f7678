package org.colophon.reporters.mysql.sql.catalog;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.clause.KnownColumns;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * The views, routines and columns of one server as far as their definitions were seen. Bounded:
 * what was defined longest ago is forgotten first. Not safe for use by several threads.
 */
public final class SqlCatalog {
  private static final Bytes FUNCTION = Bytes.of("FUNCTION");

  private final Learnt<List<TableUse>> views = learnt(CatalogPart.VIEW);
  private final Learnt<List<TableUse>> routines = learnt(CatalogPart.ROUTINE);
  private final Learnt<List<TableUse>> functions = learnt(CatalogPart.FUNCTION);
  private final Learnt<Columns> columns = learnt(CatalogPart.COLUMNS);
  private CatalogWatcher watcher = CatalogWatcher.NONE;
  private int bodyGeneration;
  private int columnGeneration;

  private <V> Learnt<V> learnt(CatalogPart part) {
    return new Learnt<>(name -> watcher.changed(part, name));
  }

  /** From now on a watcher is told what changes. */
  public void watch(CatalogWatcher by) {
    watcher = by;
  }

  /**
   * Rises whenever a view or routine becomes another; what was made of names before may be wrong.
   */
  public int bodyGeneration() {
    return bodyGeneration;
  }

  /** Rises whenever the columns of a table become others. */
  public int columnGeneration() {
    return columnGeneration;
  }

  /** What a view reads, if its definition was seen. */
  public Optional<List<TableUse>> view(TableName name) {
    return Optional.ofNullable(views.get(name));
  }

  /** What a routine does when it is called, if its definition was seen. */
  public Optional<List<TableUse>> routine(TableName name) {
    return Optional.ofNullable(routines.get(name));
  }

  /** Whether any stored function is known. */
  public boolean hasFunctions() {
    return !functions.isEmpty();
  }

  /** What a stored function does when it is called, if its definition was seen. */
  public Optional<List<TableUse>> function(TableName name) {
    return Optional.ofNullable(functions.get(name));
  }

  /** The columns of a table in their order and in lower case; empty if they are not known. */
  public List<Bytes> columns(TableName name) {
    Columns known = columns.get(name);
    return known == null || !known.isComplete() ? List.of() : known.names();
  }

  /** All that is known of a table's columns, null if nothing is. */
  public Columns knownColumns(TableName name) {
    return columns.get(name);
  }

  /** What a view, procedure or function does, null if its definition was not seen. */
  public List<TableUse> body(CatalogPart part, TableName name) {
    return bodies(part).get(name);
  }

  /** Learns what was known once: what a view, procedure or function does. */
  public void putBody(CatalogPart part, TableName name, List<TableUse> body) {
    bodies(part).put(name, body);
    bodyGeneration++;
  }

  /** Learns what was known once: the columns of a table. */
  public void putColumns(TableName name, Columns known) {
    columns.put(name, known);
    columnGeneration++;
  }

  /** Something of a name is known no more. */
  public void remove(CatalogPart part, TableName name) {
    if (part == CatalogPart.COLUMNS) {
      columnGeneration += columns.remove(name) == null ? 0 : 1;
    } else {
      bodyGeneration += bodies(part).remove(name) == null ? 0 : 1;
    }
  }

  private Learnt<List<TableUse>> bodies(CatalogPart part) {
    return switch (part) {
      case VIEW -> views;
      case ROUTINE -> routines;
      case FUNCTION -> functions;
      case COLUMNS -> throw new IllegalArgumentException("columns have no body");
    };
  }

  /** Whether a table has a column, for names as a statement in the given database writes them. */
  public KnownColumns in(Bytes database) {
    return (table, column) -> {
      List<Bytes> known = columns(table.in(database));
      if (known.isEmpty()) {
        return KnownColumns.Answer.UNKNOWN;
      }
      return known.contains(column) ? KnownColumns.Answer.YES : KnownColumns.Answer.NO;
    };
  }

  /** Learns from a definition that took effect; its names are qualified. */
  public void apply(Statement statement) {
    switch (statement.kind()) {
      case CREATE_VIEW -> define(statement);
      case CREATE_ROUTINE -> {
        routines(statement).put(statement.routine(), statement.body());
        bodyGeneration++;
      }
      case DROP_ROUTINE -> {
        if (routines(statement).remove(statement.routine()) != null) {
          bodyGeneration++;
        }
      }
      case CREATE_TABLE -> create(statement);
      case ALTER_TABLE, DROP_TABLE, DROP_VIEW -> forget(statement);
      case DROP_DATABASE -> forgetDatabase(statement.subject());
      default -> {}
    }
    statement.renames().forEach(this::rename);
  }

  private Learnt<List<TableUse>> routines(Statement statement) {
    return statement.subject().equals(FUNCTION) ? functions : routines;
  }

  private void define(Statement statement) {
    for (TableUse use : statement.tables()) {
      if (use.access() == Access.CREATE) {
        putBody(CatalogPart.VIEW, use.name(), statement.body());
      }
    }
  }

  private void create(Statement statement) {
    TableName created = TableName.NONE;
    TableName model = TableName.NONE;
    boolean isKept = false;
    for (TableUse use : statement.tables()) {
      switch (use.access()) {
        case CREATE -> created = use.isTemporary() ? created : use.name();
        case CREATE_IF_ABSENT -> {
          created = use.isTemporary() ? created : use.name();
          isKept = true;
        }
        case SCHEMA -> model = use.name();
        default -> {}
      }
    }
    if (!created.isNone() && !(isKept && columns.get(created) != null)) {
      put(created, columnsOf(statement, model));
    }
  }

  /** A table made from a query has the query's columns as well, which are not known here. */
  private List<Bytes> columnsOf(Statement statement, TableName model) {
    if (!model.isNone()) {
      return columns(model);
    }
    return statement.reads().isEmpty() ? statement.columns() : List.of();
  }

  /** The query of a CREATE TABLE that took effect gives these columns, behind those defined. */
  public void addColumns(Statement create, List<Bytes> given) {
    for (TableUse use : create.tables()) {
      boolean isCreated = use.access() == Access.CREATE && !use.isTemporary();
      if (isCreated && columns.get(use.name()) == null) {
        Set<Bytes> all = new LinkedHashSet<>(create.columns());
        given.forEach(column -> all.remove(column));
        all.addAll(given);
        put(use.name(), List.copyOf(all));
      }
    }
  }

  private void put(TableName name, List<Bytes> known) {
    if (known.isEmpty()) {
      columns.remove(name);
    } else {
      columns.put(name, new Columns(known, true));
    }
    columnGeneration++;
  }

  private void forget(Statement statement) {
    boolean isRenameOnly =
        statement.kind() == StatementKind.ALTER_TABLE && !statement.renames().isEmpty();
    for (TableUse use : statement.tables()) {
      boolean isChanged = use.access() == Access.ALTER || use.access() == Access.DROP;
      if (isChanged && !use.isTemporary() && !isRenameOnly) {
        forget(use.name());
      }
    }
  }

  private void forget(TableName name) {
    columnGeneration += columns.remove(name) == null ? 0 : 1;
    bodyGeneration += views.remove(name) == null ? 0 : 1;
  }

  private void forgetDatabase(Bytes database) {
    columns.removeDatabase(database);
    views.removeDatabase(database);
    routines.removeDatabase(database);
    functions.removeDatabase(database);
    bodyGeneration++;
    columnGeneration++;
  }

  private void rename(Rename rename) {
    Columns known = columns.remove(rename.from());
    if (known != null) {
      putColumns(rename.to(), known);
    }
    List<TableUse> body = views.remove(rename.from());
    if (body != null) {
      putBody(CatalogPart.VIEW, rename.to(), body);
    }
  }
}
