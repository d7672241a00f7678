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

  private final Learnt<List<TableUse>> views;
  private final Learnt<List<TableUse>> routines;
  private final Learnt<List<TableUse>> functions;
  private final Learnt<List<Bytes>> columns;
  private CatalogWatcher watcher = CatalogWatcher.NONE;
  private int bodyGeneration;
  private int columnGeneration;

  /** One that knows nothing yet. */
  public SqlCatalog() {
    this.views = learnt(CatalogPart.VIEW, Optional.empty());
    this.routines = learnt(CatalogPart.ROUTINE, Optional.empty());
    this.functions = learnt(CatalogPart.FUNCTION, Optional.empty());
    this.columns = learnt(CatalogPart.COLUMNS, Optional.empty());
  }

  private SqlCatalog(SqlCatalog below) {
    this.views = learnt(CatalogPart.VIEW, Optional.of(below.views));
    this.routines = learnt(CatalogPart.ROUTINE, Optional.of(below.routines));
    this.functions = learnt(CatalogPart.FUNCTION, Optional.of(below.functions));
    this.columns = learnt(CatalogPart.COLUMNS, Optional.of(below.columns));
  }

  private <V> Learnt<V> learnt(CatalogPart part, Optional<Learnt<V>> below) {
    return new Learnt<>(below, name -> watcher.changed(part, name));
  }

  /** One that knows what this one does, and learns without this one's learning it. */
  public SqlCatalog over() {
    return new SqlCatalog(this);
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
    List<Bytes> known = columns.get(name);
    return known == null ? List.of() : known;
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

  /** Learns the columns of a table, and forgets the table if there are none. */
  public void putColumns(TableName name, List<Bytes> known) {
    if (known.isEmpty()) {
      columns.remove(name);
    } else {
      columns.put(name, List.copyOf(known));
    }
    columnGeneration++;
  }

  /** Something of a name is known no more. */
  public void remove(CatalogPart part, TableName name) {
    if (part == CatalogPart.COLUMNS) {
      putColumns(name, List.of());
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
      case ALTER_TABLE -> alter(statement);
      case DROP_TABLE -> forgetColumns(statement); // it drops no view that it names
      case DROP_VIEW -> forget(statement);
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
      boolean isNew = use.access() == Access.CREATE_IF_ABSENT && !isTaken(use.name());
      if (use.access() == Access.CREATE || isNew) {
        putBody(CatalogPart.VIEW, use.name(), statement.body());
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

  /** The table or view that a statement creates unless it exists; none if it says IF NOT EXISTS. */
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

  /**
   * The columns that the text of a CREATE TABLE defines; none if the table has others: those of a
   * query, or invisible ones, which rows leave out.
   */
  private List<Bytes> columnsOf(Statement statement, TableName model) {
    if (!model.isNone()) {
      return columns(model);
    }
    boolean isAll = statement.reads().isEmpty() && !statement.columns().contains(Bytes.EMPTY);
    return isAll ? statement.columns() : List.of();
  }

  /** The query of a CREATE TABLE that took effect gives these columns, behind those defined. */
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
      putBody(CatalogPart.VIEW, rename.to(), body);
    }
  }
}
