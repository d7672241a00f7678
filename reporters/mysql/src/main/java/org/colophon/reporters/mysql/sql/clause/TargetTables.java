// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Decides which joined tables an UPDATE or DELETE changes, and which it only reads. */
final class TargetTables {
  private final StatementBuilder draft;
  private final List<TableRef> joined = new ArrayList<>();
  // Changed tables, with whether the change is certain.
  private final Map<TableRef, Boolean> changed = new LinkedHashMap<>();
  private final List<TableName> qualifiers = new ArrayList<>();
  private boolean hasUnqualified;
  private List<TableName> deleted = List.of();
  private Access access = Access.READ;

  TargetTables(StatementBuilder draft) {
    this.draft = draft;
  }

  void update() {
    access = Access.UPDATE;
  }

  /**
   * Sets the tables that a DELETE names. If it names none, it deletes from the tables after FROM.
   */
  void delete(List<TableName> names) {
    access = Access.DELETE;
    deleted = names;
  }

  void joined(TableRef ref) {
    joined.add(ref);
  }

  /** Adds an assigned column by its qualifier; {@link TableName#NONE} if it has none. */
  void assigned(TableName qualifier) {
    if (qualifier.isNone()) {
      hasUnqualified = true;
    } else {
      qualifiers.add(qualifier);
    }
  }

  /** Adds the use of each table. Called once the whole text has been scanned. */
  void settle() {
    if (access == Access.READ) {
      return;
    }
    if (isSingle()) {
      joined.forEach(ref -> changed.put(ref, true));
    } else {
      deleted.forEach(this::changedByName);
      qualifiers.forEach(this::changedByName);
      if (hasUnqualified) {
        changeAny();
      }
    }
    if (changed.isEmpty()) {
      draft.markNotUnderstood();
    }
    joined.forEach(this::use);
  }

  private boolean isSingle() {
    return deleted.isEmpty() && (joined.size() == 1 || access == Access.DELETE);
  }

  private void use(TableRef ref) {
    if (ref.name().isNone()) {
      return;
    }
    Boolean isCertain = changed.get(ref);
    if (isCertain != null) {
      draft.use(ref.name(), access, isCertain);
    }
    // The new values of a changed table may depend on other tables.
    if (isCertain == null || !isCertain || isOneOfSeveral()) {
      draft.use(ref.name(), Access.READ);
    }
  }

  private boolean isOneOfSeveral() {
    return changed.keySet().stream().map(TableRef::name).distinct().count() > 1;
  }

  private void changedByName(TableName qualifier) {
    for (TableRef ref : joined) {
      if (ref.answersTo(qualifier)) {
        changed.put(ref, true);
        return;
      }
    }
    draft.markNotUnderstood();
    if (access == Access.DELETE) {
      draft.use(qualifier, Access.DELETE);
    }
  }

  /** Handles an unqualified column, which may belong to any of the tables. */
  private void changeAny() {
    List<TableRef> possible = joined.stream().filter(ref -> !ref.name().isNone()).toList();
    possible.forEach(ref -> changed.putIfAbsent(ref, possible.size() == 1));
  }
}
