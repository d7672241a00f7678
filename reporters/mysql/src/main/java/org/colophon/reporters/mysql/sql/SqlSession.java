package org.colophon.reporters.mysql.sql;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.SessionChange;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * What the meaning of a statement depends on in its connection: the current database, the SQL mode,
 * temporary tables, handlers, prepared statements. Used by one thread at a time.
 */
public final class SqlSession {
  private static final int MAX_PREPARED = 1_000;
  private static final int MAX_PREPARED_BYTES = 1 << 16;
  private static final int MAX_NAMES = 10_000;

  private final SqlRules initialRules;
  private final Predicate<Bytes> isSecret;
  private final Set<TableName> temporaries = new HashSet<>();

  /** The columns of those temporary tables that hold secrets. */
  private final Map<TableName, List<Bytes>> secrets = new HashMap<>();

  private final Map<Bytes, TableName> handlers = new HashMap<>();
  private final Map<Bytes, Bytes> prepared = new LinkedHashMap<>();
  private SqlRules rules;
  private Bytes database = Bytes.EMPTY;

  /**
   * @param isSecret which columns hold secrets, by their names in lower case
   */
  SqlSession(SqlRules rules, Predicate<Bytes> isSecret) {
    this.initialRules = rules;
    this.isSecret = isSecret;
    this.rules = rules;
  }

  /** One that starts as this one is and goes its own way. */
  SqlSession copy() {
    SqlSession copy = new SqlSession(initialRules, isSecret);
    copy.rules = rules;
    copy.database = database;
    copy.temporaries.addAll(temporaries);
    copy.secrets.putAll(secrets);
    copy.handlers.putAll(handlers);
    copy.prepared.putAll(prepared);
    return copy;
  }

  /** Forgets all but the database, as COM_RESET_CONNECTION and a change of user do. */
  public void reset() {
    rules = initialRules;
    temporaries.clear();
    secrets.clear();
    handlers.clear();
    prepared.clear();
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

  /** The current database; empty if there is none or it is not known. */
  public Bytes database() {
    return database;
  }

  /** Sets the current database, as the server reports it on connecting or Init DB. */
  public void database(Bytes name) {
    database = name;
  }

  /** Whether names may mean what they mean in no other session. */
  boolean hasNamesOfItsOwn() {
    return !temporaries.isEmpty() || !handlers.isEmpty();
  }

  boolean isTemporary(TableName name) {
    return temporaries.contains(name);
  }

  /** The table of an open handler; the name itself if there is none. */
  TableName handler(TableName name) {
    return name.database().isEmpty() ? handlers.getOrDefault(name.table(), name) : name;
  }

  /** The tables of open handlers by what these are called; not to be changed. */
  public Map<Bytes, TableName> handlers() {
    return handlers;
  }

  /** The text of a prepared statement; empty if it is not known. */
  Bytes prepared(Bytes name) {
    return prepared.getOrDefault(name, Bytes.EMPTY);
  }

  /** A statement of this session took effect. */
  void apply(Statement statement) {
    statement.changes().forEach(this::change);
    for (TableUse use : statement.tables()) {
      if (use.isTemporary()) {
        temporary(use, statement.columns());
      }
    }
    statement
        .renames()
        .forEach(
            rename -> {
              if (temporaries.remove(rename.from())) {
                temporaries.add(rename.to());
                List<Bytes> columns = secrets.remove(rename.from());
                if (columns != null) {
                  secrets.put(rename.to(), columns);
                }
              }
            });
  }

  private void temporary(TableUse use, List<Bytes> columns) {
    boolean isNew = use.access() == Access.CREATE || use.access() == Access.CREATE_IF_ABSENT;
    if (isNew && temporaries.size() < MAX_NAMES) {
      temporaries.add(use.name());
      holdSecrets(use.name(), columns);
    } else if (use.access() == Access.DROP) {
      temporaries.remove(use.name());
      secrets.remove(use.name());
    }
  }

  /** A temporary table has these columns, which is of interest if some hold secrets. */
  public void holdSecrets(TableName name, List<Bytes> columns) {
    if (columns.stream().anyMatch(isSecret)) {
      secrets.put(name, columns);
    }
  }

  /** The columns of the temporary tables that hold secrets; not to be changed. */
  public Map<TableName, List<Bytes>> secrets() {
    return secrets;
  }

  private void change(SessionChange change) {
    Bytes value = change.value();
    switch (change.kind()) {
      case DATABASE -> database = change.name();
      case SQL_MODE -> {
        if (!value.isEmpty()) {
          sqlMode(value.toString());
        }
      }
      case CLIENT_CHARSET -> {
        if (!value.isEmpty()) {
          charset(value.toString());
        }
      }
      case PREPARE -> prepare(change.name(), value);
      case DEALLOCATE -> prepared.remove(change.name());
      case HANDLER_OPEN -> open(change.name(), TableName.of(value.toString()));
      case HANDLER_CLOSE -> handlers.remove(change.name());
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

  /** A handler is open. */
  public void open(Bytes alias, TableName table) {
    if (handlers.size() < MAX_NAMES) {
      handlers.put(alias, table);
    }
  }
}
