package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/** Turns names as a statement writes them into base tables of the server. */
final class Resolver {
  /** Views over views beyond this are taken for tables. */
  private static final int MAX_VIEWS = 16;

  private final SqlCatalog catalog;

  // Each use is expanded once, so that views over views cost no more than there are of them.
  private record Expansion(Set<TableUse> tables, Set<TableUse> seen) {}

  Resolver(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /** Takes the stored functions that the statement calls with it. */
  Statement resolve(Statement raw, List<TableName> calls, SqlSession session) {
    Bytes database = session.database();
    TableName routine = raw.routine().in(database);
    Expansion into = new Expansion(new LinkedHashSet<>(), new HashSet<>());
    for (TableUse use : raw.tables()) {
      add(into, raw.kind(), use, session);
    }
    if (raw.kind() == StatementKind.CALL) {
      catalog.routine(routine).ifPresent(body -> call(into, routine, body));
    }
    if (runs(raw.kind())) {
      calls.forEach(name -> catalog.function(name).ifPresent(body -> call(into, name, body)));
    }
    return new Statement(
        raw.kind(),
        List.copyOf(into.tables),
        body(raw, raw.kind() == StatementKind.CREATE_ROUTINE ? routine.database() : database),
        raw.columns(),
        raw.variables(),
        raw.files(),
        renames(raw, session),
        raw.columnChanges(),
        raw.transaction(),
        raw.changes(),
        raw.subject(),
        routine,
        raw.isUnderstood() && session.knows(raw.changes()));
  }

  private static boolean runs(StatementKind kind) {
    return switch (kind) {
      case CREATE_VIEW, CREATE_ROUTINE, DROP_ROUTINE, EXPLAIN, SHOW -> false;
      default -> true;
    };
  }

  /** A temporary table goes before another of its name; MySQL's RENAME TABLE does not see it. */
  private static List<Rename> renames(Statement raw, SqlSession session) {
    boolean maySee = raw.kind() != StatementKind.RENAME_TABLE || session.rules().isMariaDb();
    // Whether names that were in renames before mean temporary tables now.
    Map<TableName, Boolean> moved = new HashMap<>();
    List<Rename> renames = new ArrayList<>(raw.renames().size());
    for (Rename rename : raw.renames()) {
      TableName from = rename.from().in(session.database());
      TableName to = rename.to().in(session.database());
      boolean isTemporary = maySee && moved.getOrDefault(from, session.isTemporary(from));
      if (isTemporary) {
        moved.put(from, false);
        moved.put(to, true);
      }
      renames.add(new Rename(from, to, isTemporary));
    }
    return renames;
  }

  private static List<TableUse> body(Statement raw, Bytes database) {
    List<TableUse> body = new ArrayList<>();
    for (TableUse use : raw.body()) {
      body.add(named(use, use.name().in(database)));
    }
    return body;
  }

  private void add(Expansion into, StatementKind kind, TableUse use, SqlSession session) {
    TableName written = kind == StatementKind.HANDLER ? session.handler(use.name()) : use.name();
    TableName name = written.in(session.database());
    if (use.isTemporary() || (session.isTemporary(name) && !isCreated(use))) {
      into.tables.add(new TableUse(name, use.access(), TableName.NONE, true, use.isCertain()));
    } else if (!isNumbers(written)) {
      expand(into, named(use, name), 0);
    }
  }

  private static boolean isCreated(TableUse use) {
    return use.access() == Access.CREATE || use.access() == Access.CREATE_IF_ABSENT;
  }

  private static boolean isNumbers(TableName name) {
    return name.database().isEmpty() && name.isOfNumbers();
  }

  private static TableUse named(TableUse use, TableName name) {
    return new TableUse(name, use.access(), use.via(), use.isTemporary(), use.isCertain());
  }

  /** A view stands for the tables below it, wherever rows pass. */
  private void expand(Expansion into, TableUse use, int depth) {
    if (!into.seen.add(use)) {
      return;
    }
    Optional<List<TableUse>> view =
        isOfRows(use.access()) && depth < MAX_VIEWS ? catalog.view(use.name()) : Optional.empty();
    if (view.isEmpty()) {
      into.tables.add(use);
      return;
    }
    TableName via = use.via().isNone() ? use.name() : use.via();
    List<TableUse> bases = view.get();
    boolean isSure = use.isCertain() && bases.size() == 1;
    for (TableUse base : bases) {
      if (use.access().isWrite()) {
        expand(into, new TableUse(base.name(), use.access(), via, false, isSure), depth + 1);
      }
      if (!use.access().isWrite() || !isSure) {
        boolean isCertain = use.isCertain() || use.access().isWrite();
        TableUse read = new TableUse(base.name(), Access.READ, via, false, isCertain);
        expand(into, read, depth + 1);
      }
    }
  }

  private static boolean isOfRows(Access access) {
    return switch (access) {
      case READ, INSERT, REPLACE, UPDATE, DELETE, LOAD -> true;
      default -> false;
    };
  }

  private void call(Expansion into, TableName routine, List<TableUse> body) {
    for (TableUse use : body) {
      expand(into, new TableUse(use.name(), use.access(), routine, false, false), 0);
    }
  }
}
