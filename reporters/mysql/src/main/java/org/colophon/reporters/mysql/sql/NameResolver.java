// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.jspecify.annotations.Nullable;

/** Resolves the names in a statement to base tables of the server. */
final class NameResolver {
  /** Maximum number of nested views that are resolved. Deeper views count as tables. */
  private static final int MAX_VIEWS = 16;

  /** Maximum number of called routines that are resolved. Further calls are ignored. */
  private static final int MAX_CALLS = 1_000;

  private final SqlCatalog catalog;

  // Expands each use once, so that nested views cost little time and recursive routines end.
  private record Expansion(Set<TableUse> tables, Set<TableUse> seen, Deque<TableUse> calls) {
    Expansion() {
      this(new LinkedHashSet<>(), new HashSet<>(), new ArrayDeque<>());
    }

    void call(TableUse use) {
      calls.add(use);
    }
  }

  NameResolver(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /** Resolves a statement, including the stored functions that it calls. */
  Statement resolve(Statement raw, List<TableName> calls, SqlSession session) {
    Bytes database = session.database();
    TableName routine = raw.routine().in(database);
    boolean isRoutine = raw.kind() == StatementKind.CREATE_ROUTINE;
    Expansion into = new Expansion();
    for (TableUse use : raw.tables()) {
      add(into, use, session);
    }
    if (raw.kind() == StatementKind.CALL) {
      into.call(TableUse.of(routine, Access.CALL));
    }
    if (runs(raw.kind())) {
      calls.forEach(name -> into.call(TableUse.of(name, Access.CALL_FUNCTION)));
    }
    runAll(into, session);
    return new Statement(
        raw.kind(),
        List.copyOf(into.tables),
        body(raw, isRoutine ? routine.database() : database, calls),
        raw.variables(),
        raw.files(),
        renames(raw, session),
        raw.transaction(),
        raw.changes(),
        raw.subject(),
        routine,
        raw.isUnderstood()
            && session.remainsKnown(raw.changes())
            && into.tables.stream().allMatch(this::isKnown));
  }

  /**
   * Returns whether a use is resolved to a table. A use is not resolved if it has no database, as
   * in a statement of an event, or if views are nested too deeply.
   */
  private boolean isKnown(TableUse use) {
    boolean isNamed = use.isTemporary() || !use.name().database().isEmpty();
    boolean isView =
        isOfRows(use.access()) && catalog.body(CatalogKind.VIEW, use.name()).isPresent();
    return isNamed && !isView;
  }

  private static boolean runs(StatementKind kind) {
    return switch (kind) {
      case CREATE_VIEW, CREATE_ROUTINE, DROP_ROUTINE, EXPLAIN, SHOW -> false;
      default -> true;
    };
  }

  /**
   * Returns the renames. A temporary table takes precedence over a base table of the same name,
   * except in MySQL's RENAME TABLE.
   */
  private static List<Rename> renames(Statement raw, SqlSession session) {
    boolean maySee = raw.kind() != StatementKind.RENAME_TABLE || session.rules().isMariaDb();
    // Maps a name to whether it refers to a temporary table after the renames processed so far.
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
      renames.add(new Rename(from, to, isTemporary, rename.isOptional()));
    }
    return renames;
  }

  /** Returns the body of a view or routine, with the known functions that it calls. */
  private static List<TableUse> body(Statement raw, Bytes database, List<TableName> calls) {
    Set<TableUse> body = new LinkedHashSet<>();
    raw.body().forEach(use -> body.add(named(use, use.name().in(database))));
    TableName defined = raw.routine().in(database);
    if (raw.kind() == StatementKind.CREATE_VIEW || raw.kind() == StatementKind.CREATE_ROUTINE) {
      for (TableName called : calls) {
        if (!called.equals(defined)) { // a definition also has its own name before parentheses
          body.add(TableUse.of(called, Access.CALL_FUNCTION));
        }
      }
    }
    return List.copyOf(body);
  }

  private void add(Expansion into, TableUse use, SqlSession session) {
    TableName name = use.name().in(session.database());
    if (isCall(use.access())) {
      into.call(TableUse.of(name, use.access()));
    } else if (use.isTemporary() || (session.isTemporary(name) && !isCreated(use))) {
      into.tables.add(new TableUse(name, use.access(), TableName.NONE, true, use.isCertain()));
    } else if (!isNumbers(use.name())) {
      expand(into, named(use, name), 0);
    }
  }

  private static boolean isCall(Access access) {
    return access == Access.CALL || access == Access.CALL_FUNCTION;
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

  /** Replaces a view by its tables if the use concerns rows. */
  private void expand(Expansion into, TableUse use, int depth) {
    if (isCall(use.access())) {
      into.call(use);
      return;
    }
    if (!into.seen.add(use)) {
      return;
    }
    Optional<List<TableUse>> view =
        isOfRows(use.access()) && depth < MAX_VIEWS
            ? catalog.body(CatalogKind.VIEW, use.name())
            : Optional.empty();
    if (view.isEmpty()) {
      into.tables.add(use);
      return;
    }
    TableName via = use.via().isNone() ? use.name() : use.via();
    List<TableUse> bases = view.get();
    boolean isSure = use.isCertain() && bases.size() == 1;
    for (TableUse base : bases) {
      if (isCall(base.access())) {
        into.call(base);
        continue;
      }
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

  /** Adds the effect of called routines, and of the routines that these call. */
  private void runAll(Expansion into, SqlSession session) {
    Set<TableUse> run = new HashSet<>();
    List<TableUse> uses = new ArrayList<>();
    Deque<TableUse> next = new ArrayDeque<>(into.calls);
    while (!next.isEmpty()) {
      TableUse use = next.pop();
      if (!isCall(use.access())) {
        uses.add(use);
      } else if (run.size() < MAX_CALLS && run.add(use)) {
        List<TableUse> body = bodyOf(use);
        for (int i = body.size() - 1; i >= 0; i--) {
          next.push(body.get(i));
        }
      }
    }
    // Temporary tables belong to the session, so nested routines use the same ones.
    Map<TableName, TableUse> temporary = temporaryOf(into.calls, run);
    for (TableUse use : uses) {
      if (!use.isTemporary() && !temporary.containsKey(use.name())) {
        run(into, use, session);
      }
    }
    temporary.values().forEach(last -> leave(into, last, session));
  }

  /**
   * Returns the last use of each temporary table. Processes the calls backwards, so that the last
   * call of a routine decides.
   *
   * @param run calls to follow
   */
  private Map<TableName, TableUse> temporaryOf(Deque<TableUse> calls, Set<TableUse> run) {
    Map<TableName, TableUse> temporary = new LinkedHashMap<>();
    Map<TableName, TableUse> dropped = new HashMap<>();
    Deque<TableUse> before = new ArrayDeque<>(calls);
    while (!before.isEmpty()) {
      TableUse use = before.removeLast();
      if (use.isTemporary()) {
        temporary.putIfAbsent(use.name(), last(use, dropped.get(use.name())));
      } else if (use.access() == Access.DROP) {
        dropped.putIfAbsent(use.name(), use);
      } else if (isCall(use.access()) && run.remove(use)) {
        before.addAll(bodyOf(use));
      }
    }
    return temporary;
  }

  /**
   * Returns the use that decides the state of a temporary table: the last one, or a DROP without
   * TEMPORARY after it.
   */
  private static TableUse last(TableUse use, @Nullable TableUse dropped) {
    return dropped == null || !isCreated(use)
        ? use
        : new TableUse(use.name(), Access.DROP, dropped.via(), true, dropped.isCertain());
  }

  private void run(Expansion into, TableUse use, SqlSession session) {
    if (session.isTemporary(use.name()) && !isCreated(use)) {
      into.tables.add(new TableUse(use.name(), use.access(), use.via(), true, false));
    } else {
      expand(into, use, 0);
    }
  }

  /** Adds the final state of a temporary table after the routines. */
  private static void leave(Expansion into, TableUse last, SqlSession session) {
    if (isCreated(last)) {
      for (Access access : List.of(Access.CREATE_IF_ABSENT, Access.INSERT)) {
        into.tables.add(new TableUse(last.name(), access, last.via(), true, false));
      }
    } else if (session.isTemporary(last.name())) {
      into.tables.add(last);
    }
  }

  private List<TableUse> bodyOf(TableUse called) {
    TableName via = called.via().isNone() ? called.name() : called.via();
    CatalogKind kind = called.access() == Access.CALL ? CatalogKind.ROUTINE : CatalogKind.FUNCTION;
    List<TableUse> known =
        catalog
            .body(kind, called.name())
            .orElse(List.of(TableUse.of(called.name(), Access.UNKNOWN)));
    List<TableUse> body = new ArrayList<>(known.size());
    for (TableUse each : known) {
      body.add(new TableUse(each.name(), each.access(), via, each.isTemporary(), false));
    }
    return body;
  }
}
