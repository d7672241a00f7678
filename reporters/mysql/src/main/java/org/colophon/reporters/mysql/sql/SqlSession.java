// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.SessionChange;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/**
 * Session state that decides the meaning of a statement: current database, SQL mode, temporary
 * tables, prepared statements. Used by one thread at a time.
 */
public final class SqlSession {
  private static final String DEFAULT = "default";
  private static final int MAX_PREPARED = 1_000;
  private static final int MAX_PREPARED_BYTES = 1 << 16;
  private static final int MAX_NAMES = 10_000;
  private static final int MAX_VARIABLES = 1_000;

  private final SqlRules initialRules;
  private final Set<TableName> temporaries = new HashSet<>();

  private final Map<Bytes, Bytes> prepared = new LinkedHashMap<>();

  /** Known values of user variables. */
  private final Map<Bytes, String> variables = new HashMap<>();

  private SqlRules rules;
  private Bytes database = Bytes.EMPTY;
  private boolean chains;
  private boolean defaultsToNontransactional;

  SqlSession(SqlRules rules) {
    this.initialRules = rules;
    this.rules = rules;
  }

  SqlSession copy() {
    SqlSession copy = new SqlSession(initialRules);
    copy.rules = rules;
    copy.database = database;
    copy.chains = chains;
    copy.defaultsToNontransactional = defaultsToNontransactional;
    copy.temporaries.addAll(temporaries);
    copy.prepared.putAll(prepared);
    copy.variables.putAll(variables);
    return copy;
  }

  /** Resets everything except the database, as COM_RESET_CONNECTION and a change of user do. */
  public void reset() {
    rules = initialRules;
    chains = false;
    defaultsToNontransactional = false;
    temporaries.clear();
    prepared.clear();
    variables.clear();
  }

  public SqlRules rules() {
    return rules;
  }

  /** Sets the SQL mode, as written in SET sql_mode. */
  public void sqlMode(String mode) {
    rules = rules.withMode(mode);
  }

  /** Sets the client's character set, by name. */
  public void charset(String name) {
    rules = rules.withCharset(name);
  }

  /** Returns the current database; empty if it is not known. */
  public Bytes database() {
    return database;
  }

  /** Sets the current database, which the server logs at a connect and at Init DB. */
  public void database(Bytes name) {
    database = name;
  }

  /** Returns whether the end of a transaction begins the next one (completion_type = CHAIN). */
  public boolean chains() {
    return chains;
  }

  public void chains(boolean newValue) {
    chains = newValue;
  }

  /** Returns whether a table without an engine has no transactions (default_storage_engine). */
  public boolean defaultsToNontransactional() {
    return defaultsToNontransactional;
  }

  public void defaultsToNontransactional(boolean newValue) {
    defaultsToNontransactional = newValue;
  }

  /** Returns true if a name may refer to another table in this session than in other sessions. */
  boolean hasNamesOfItsOwn() {
    return !temporaries.isEmpty();
  }

  boolean isTemporary(TableName name) {
    return temporaries.contains(name);
  }

  /** Returns the text of a prepared statement; empty if the text is not known. */
  Bytes prepared(Bytes name) {
    return prepared.getOrDefault(name, Bytes.EMPTY);
  }

  /** Returns a tracked setting of the server. The name includes two at signs. */
  Optional<String> setting(String name) {
    SqlRules of = name.startsWith("@@global.") ? initialRules : rules;
    return switch (name.substring(Math.max(name.lastIndexOf('.'), 1) + 1)) {
      case "sql_mode" -> Optional.of(of.mode());
      case "character_set_client" -> Optional.of(of.charset().name());
      case "completion_type" -> Optional.of(chains ? "CHAIN" : "NO_CHAIN");
      case "default_storage_engine", "storage_engine" ->
          Optional.of(defaultsToNontransactional ? "MyISAM" : DEFAULT);
      default -> Optional.empty();
    };
  }

  /** Returns the value of a user variable; empty if it is not known. */
  Optional<String> variable(Bytes name) {
    return Optional.ofNullable(variables.get(name));
  }

  /** Returns whether all settings are still known after the changes. */
  boolean remainsKnown(List<SessionChange> changes) {
    return changes.stream()
        .filter(change -> isSetting(change.kind()))
        .allMatch(change -> SettingValue.of(change.value(), this).isPresent());
  }

  private static boolean isSetting(SessionChange.Kind kind) {
    return switch (kind) {
      case SQL_MODE, CLIENT_CHARSET, COMPLETION_TYPE, DEFAULT_ENGINE -> true;
      default -> false;
    };
  }

  /** Applies a successful statement of this session. */
  void apply(Statement statement) {
    if (!statement.changes().isEmpty()) {
      change(statement.changes());
    }
    forgetVariables(statement);
    for (TableUse use : statement.tables()) {
      if (use.isTemporary()) {
        temporary(use);
      }
    }
    statement
        .renames()
        .forEach(
            rename -> {
              if (rename.isTemporary() && temporaries.remove(rename.from())) {
                temporaries.add(rename.to());
              }
            });
  }

  private void temporary(TableUse use) {
    boolean isNew = use.access() == Access.CREATE || use.access() == Access.CREATE_IF_ABSENT;
    if (isNew && temporaries.size() < MAX_NAMES) {
      temporaries.add(use.name());
    } else if (use.access() == Access.DROP) {
      dropTemporary(use.name());
    }
  }

  public void dropTemporary(TableName name) {
    temporaries.remove(name);
  }

  /**
   * Applies the changes of a SET. The servers evaluate all values before the first one takes
   * effect.
   */
  private void change(List<SessionChange> changes) {
    List<Optional<String>> values = new ArrayList<>(changes.size());
    int variablesSet = 0;
    for (SessionChange change : changes) {
      boolean isVariable = change.kind() == SessionChange.Kind.VARIABLE;
      variablesSet += isVariable ? 1 : 0;
      boolean matters = isSetting(change.kind()) || (isVariable && variablesSet <= MAX_VARIABLES);
      values.add(matters ? SettingValue.of(change.value(), this) : Optional.empty());
    }
    for (int i = 0; i < values.size(); i++) {
      change(changes.get(i), values.get(i));
    }
  }

  /**
   * @param setting value in the SET, empty if it is not known
   */
  private void change(SessionChange change, Optional<String> setting) {
    switch (change.kind()) {
      case DATABASE -> database = change.name();
      case SQL_MODE -> setting.ifPresent(this::changeMode);
      case CLIENT_CHARSET -> setting.ifPresent(this::changeCharset);
      case COMPLETION_TYPE -> setting.ifPresent(type -> chains = isChain(type));
      case DEFAULT_ENGINE -> setting.ifPresent(this::changeEngine);
      case VARIABLE -> set(change.name(), setting);
      case PREPARE -> prepare(change.name(), change.value());
      case DEALLOCATE -> prepared.remove(change.name());
    }
  }

  private static boolean isChain(String completionType) {
    return completionType.equals("1") || completionType.equalsIgnoreCase("chain");
  }

  private void changeEngine(String engine) {
    defaultsToNontransactional =
        !engine.equalsIgnoreCase(DEFAULT) && !SqlCatalog.isTransactional(engine);
  }

  private void changeMode(String mode) {
    sqlMode(mode.equalsIgnoreCase(DEFAULT) ? initialRules.mode() : mode);
  }

  private void changeCharset(String name) {
    rules =
        name.equalsIgnoreCase(DEFAULT)
            ? rules.withCharset(initialRules.charset())
            : rules.withCharset(name);
  }

  private void set(Bytes variable, Optional<String> value) {
    variables.remove(variable);
    if (variables.size() < MAX_VARIABLES) {
      value.ifPresent(known -> variables.put(variable, known));
    }
  }

  /**
   * Forgets the values of variables that a routine, or a statement other than SET, may have set.
   */
  private void forgetVariables(Statement statement) {
    if (statement.kind() == StatementKind.CALL || statement.kind() == StatementKind.BLOCK) {
      variables.clear();
    }
    if (variables.isEmpty()) {
      return;
    }
    Set<Bytes> set = new HashSet<>();
    for (SessionChange change : statement.changes()) {
      if (change.kind() == SessionChange.Kind.VARIABLE) {
        set.add(change.name());
      }
    }
    for (VariableUse use : statement.variables()) {
      if (use.isWrite() && !set.contains(use.name())) {
        variables.remove(use.name());
      }
    }
  }

  private void prepare(Bytes name, Bytes text) {
    if (name.isEmpty()) {
      return;
    }
    prepared.remove(name);
    if (prepared.size() < MAX_PREPARED && text.length() <= MAX_PREPARED_BYTES) {
      prepared.put(name, text);
    }
  }
}
