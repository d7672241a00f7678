// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.colophon.core.error.ErrorCode;

/**
 * The tables of format 1, which {@code schema-1.sql} creates and docs/reference/relational.md
 * explains. The table {@code held} is created last and identifies format and store. The first
 * commit, which is otherwise empty, writes its only row.
 */
public final class Schema {
  public static final int FORMAT = 1;

  /** Time to wait for readers before the tables are emptied. */
  private static final int READERS_MILLIS = 30_000;

  private static final Pattern CREATE_TABLE = Pattern.compile("(?m)^CREATE TABLE .* (\\w+) \\($");
  private static final String TABLES =
      "SELECT LOWER(table_name) FROM information_schema.tables WHERE table_schema = ?";

  private final Engine engine;

  public Schema(Engine engine) {
    this.engine = engine;
  }

  /** Creates missing tables. The caller commits. */
  public void prepare(Session session) throws SQLException {
    List<String> tables = tables(session);
    if (!tables.contains("held")) {
      refuseForeign(tables);
      create(session);
    }
    if (session.number("SELECT COUNT(*) FROM held") == 0) {
      Dml.insert("held", "ltlll", "format, store, held_lsn, records, operations")
          .execute(
              session,
              List.<Object[]>of(new Object[] {(long) FORMAT, engine.storeId(), 0L, 0L, 0L}));
    }
    check(session);
  }

  private void create(Session session) throws SQLException {
    for (String statement : script().split(";", -1)) {
      if (!statement.isBlank()) {
        session.execute(statement);
      }
    }
  }

  /** Empties the tables, which {@link #prepare} found to be ours. The caller commits. */
  public void empty(Session session) throws SQLException {
    session.execute("SET LOCAL lock_timeout TO '" + READERS_MILLIS + "'");
    session.execute("TRUNCATE " + String.join(", ", ownTables()));
    prepare(session);
  }

  /** Fails unless the tables exist, have a known format, and belong to this store. */
  public StoreState check(Session session) throws SQLException {
    if (!tables(session).contains("held") || session.number("SELECT COUNT(*) FROM held") == 0) {
      throw ErrorCode.NOT_FOUND.exception(
          "the adapter in " + engine + " has no data yet; record something first");
    }
    long format = session.number("SELECT format FROM held");
    if (format > FORMAT) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "the tables in %s have format %d, and this Colophon reads up to %d; use a newer Colophon"
              .formatted(engine, format, FORMAT));
    }
    String store = session.list(row -> row.getString(1), "SELECT store FROM held").get(0);
    if (!store.equals(engine.storeId())) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the tables in " + engine + " belong to another store; choose another schema");
    }
    return session
        .list(
            row -> new StoreState(row.getLong(1), row.getLong(2), row.getLong(3)),
            StoreState.SELECT)
        .get(0);
  }

  private List<String> tables(Session session) throws SQLException {
    return session.list(row -> row.getString(1), TABLES, engine.schemaName());
  }

  /** Fails if the schema has other tables. After a crash it may have only some of ours. */
  private void refuseForeign(List<String> tables) {
    List<String> others = new ArrayList<>(tables);
    others.removeAll(ownTables());
    if (!others.isEmpty()) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "there are other tables in "
              + engine
              + " ("
              + others.get(0)
              + "); choose another schema");
    }
  }

  /** Returns the names of our tables. */
  public List<String> ownTables() {
    return CREATE_TABLE.matcher(script()).results().map(table -> table.group(1)).toList();
  }

  private String script() {
    try (InputStream in = Schema.class.getResourceAsStream("schema-1.sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("${bytes}", engine.bytesType())
          .replace("${head}", engine.shortBytesType(Values.MAX_HEAD));
    } catch (IOException e) {
      throw new AssertionError("the schema is part of this jar", e);
    }
  }
}
