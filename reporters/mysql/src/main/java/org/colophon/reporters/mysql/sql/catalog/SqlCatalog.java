package org.colophon.reporters.mysql.sql.catalog;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.KnownColumns;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * Known views, routines and columns of one server. Bounded: the oldest definitions are evicted. Not
 * thread-safe.
 */
public final class SqlCatalog {
  private static final Bytes FUNCTION = Bytes.of("FUNCTION");

  private final LayeredEntries<List<TableUse>> views;
  private final LayeredEntries<List<TableUse>> routines;
  private final LayeredEntries<List<TableUse>> functions;
  private final LayeredEntries<List<Bytes>> columns;
  private CatalogListener watcher = CatalogListener.NONE;
  private int bodyGeneration;
  private int columnGeneration;

  /** Creates an empty catalog. */
  public SqlCatalog() {
    this.views = learnt(CatalogKind.VIEW, Optional.empty());
    this.routines = learnt(CatalogKind.ROUTINE, Optional.empty());
    this.functions = learnt(CatalogKind.FUNCTION, Optional.empty());
    this.columns = learnt(CatalogKind.COLUMNS, Optional.empty());
  }

  private SqlCatalog(SqlCatalog below) {
    this.views = learnt(CatalogKind.VIEW, Optional.of(below.views));
    this.routines = learnt(CatalogKind.ROUTINE, Optional.of(below.routines));
    this.functions = learnt(CatalogKind.FUNCTION, Optional.of(below.functions));
    this.columns = learnt(CatalogKind.COLUMNS, Optional.of(below.columns));
  }

  private <V> LayeredEntries<V> learnt(CatalogKind part, Optional<LayeredEntries<V>> below) {
    return new LayeredEntries<>(below, name -> watcher.changed(part, name));
  }

  /** Creates a catalog over this one, whose changes do not affect this one. */
  public SqlCatalog over() {
    return new SqlCatalog(this);
  }

  /** Sets the receiver of changes. */
  public void watch(CatalogListener by) {
    watcher = by;
  }

  /** Increases with each change of a view or routine, which invalidates earlier analyses. */
  public int bodyGeneration() {
    return bodyGeneration;
  }

  /** Increases with each change of columns. */
  public int columnGeneration() {
    return columnGeneration;
  }

  /** Tables that a view reads, if its definition is known. */
  public Optional<List<TableUse>> view(TableName name) {
    return Optional.ofNullable(views.get(name));
  }

  /** Effect of a procedure, if its definition is known. */
  public Optional<List<TableUse>> routine(TableName name) {
    return Optional.ofNullable(routines.get(name));
  }

  /** Returns whether a stored function is known. */
  public boolean hasFunctions() {
    return !functions.isEmpty();
  }

  /** Effect of a stored function, if its definition is known. */
  public Optional<List<TableUse>> function(TableName name) {
    return Optional.ofNullable(functions.get(name));
  }

  /** Columns of a table in their order and in lower case, empty if they are not known. */
  public List<Bytes> columns(TableName name) {
    List<Bytes> known = columns.get(name);
    return known == null ? List.of() : known;
  }

  /** Effect of a view, procedure or function, null if it is not known. */
  public List<TableUse> body(CatalogKind part, TableName name) {
    return bodies(part).get(name);
  }

  /** Restores the effect of a view, procedure or function. */
  public void putBody(CatalogKind part, TableName name, List<TableUse> body) {
    bodies(part).put(name, body);
    bodyGeneration++;
  }

  /** Sets the columns of a table, or removes the table if there are none. */
  public void putColumns(TableName name, List<Bytes> known) {
    if (known.isEmpty()) {
      columns.remove(name);
    } else {
      columns.put(name, List.copyOf(known));
    }
    columnGeneration++;
  }

  /** Removes a definition. */
  public void remove(CatalogKind part, TableName name) {
    if (part == CatalogKind.COLUMNS) {
      putColumns(name, List.of());
    } else {
      bodyGeneration += bodies(part).remove(name) == null ? 0 : 1;
    }
  }

  private LayeredEntries<List<TableUse>> bodies(CatalogKind part) {
    return switch (part) {
      case VIEW -> views;
      case ROUTINE -> routines;
      case FUNCTION -> functions;
      case COLUMNS -> throw new IllegalArgumentException("columns have no body");
    };
  }

  /** Column knowledge for names in statements of the given database. */
  public KnownColumns in(Bytes database) {
    return (table, column) -> {
      List<Bytes> known = columns(table.in(database));
      if (known.isEmpty()) {
        return KnownColumns.Answer.UNKNOWN;
      }
      return known.contains(column) ? KnownColumns.Answer.YES : KnownColumns.Answer.NO;
    };
  }

  /** Applies a successful definition with qualified names. */
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
      case ALTER_TABLE -> alter(statement);
      case DROP_TABLE -> forgetColumns(statement); // it drops no view that it names
      case DROP_VIEW -> forget(statement);
      case DROP_DATABASE -> forgetDatabase(statement.subject());
      default -> {}
    }
    statement.renames().forEach(this::rename);
  }

  private LayeredEntries<List<TableUse>> routines(Statement statement) {
    return statement.subject().equals(FUNCTION) ? functions : routines;
  }

  private void define(Statement statement) {
    for (TableUse use : statement.tables()) {
      boolean isNew = use.access() == Access.CREATE_IF_ABSENT && !isTaken(use.name());
      if (use.access() == Access.CREATE || isNew) {
        putBody(CatalogKind.VIEW, use.name(), statement.body());
      }
    }
  }

  private boolean isTaken(TableName name) {
    return views.get(name) != null || columns.get(name) != null;
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
      putColumns(created, columnsOf(statement, model));
    }
  }

  /** Table or view that a statement creates unless it exists. None with IF NOT EXISTS. */
  public TableName made(Statement statement) {
    boolean isCreated =
        statement.kind() == StatementKind.CREATE_TABLE
            || statement.kind() == StatementKind.CREATE_VIEW;
    return statement.tables().stream()
        .filter(use -> isCreated && use.access() == Access.CREATE && !use.isTemporary())
        .map(TableUse::name)
        .findFirst()
        .orElse(TableName.NONE);
  }

  /** Columns in the text of a CREATE TABLE. None if a query adds columns or some are invisible. */
  private List<Bytes> columnsOf(Statement statement, TableName model) {
    if (!model.isNone()) {
      return columns(model);
    }
    boolean isAll = statement.reads().isEmpty() && !statement.columns().contains(Bytes.EMPTY);
    return isAll ? statement.columns() : List.of();
  }

  /** Adds the columns of a query in a successful CREATE TABLE, behind the defined ones. */
  public void addColumns(Statement create, List<Bytes> given) {
    for (TableUse use : create.tables()) {
      boolean isCreated = use.access() == Access.CREATE && !use.isTemporary();
      if (isCreated && columns(use.name()).isEmpty()) {
        putColumns(use.name(), filled(create, given));
      }
    }
  }

  private static List<Bytes> filled(Statement create, List<Bytes> given) {
    Set<Bytes> all = new LinkedHashSet<>(create.columns());
    given.forEach(column -> all.remove(column));
    all.addAll(given);
    return List.copyOf(all);
  }

  private void alter(Statement statement) {
    List<TableUse> uses = statement.tables();
    if (!statement.columnChanges().isEmpty() && !uses.isEmpty() && !uses.get(0).isTemporary()) {
      TableName name = uses.get(0).name(); // the others are of partitions that change tables
      putColumns(name, AlteredColumns.of(columns(name), statement.columnChanges()));
    }
    forget(statement);
  }

  private void forget(Statement statement) {
    for (TableUse use : statement.tables()) {
      if (use.access() == Access.DROP && !use.isTemporary()) {
        forget(use.name());
      }
    }
  }

  private void forgetColumns(Statement statement) {
    for (TableUse use : statement.tables()) {
      if (use.access() == Access.DROP && !use.isTemporary()) {
        forgetColumns(use.name());
      }
    }
  }

  private void forgetColumns(TableName name) {
    if (!columns(name).isEmpty()) {
      putColumns(name, List.of());
    }
  }

  private void forget(TableName name) {
    forgetColumns(name);
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
    if (rename.isTemporary()) {
      return;
    }
    List<Bytes> known = columns(rename.from());
    if (!known.isEmpty()) {
      putColumns(rename.from(), List.of());
      putColumns(rename.to(), known);
    }
    List<TableUse> body = views.remove(rename.from());
    if (body != null) {
      putBody(CatalogKind.VIEW, rename.to(), body);
    }
  }
}
