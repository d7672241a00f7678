// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.postgresql.Driver;

/**
 * A schema of a PostgreSQL server. The directory only identifies the tables of the store. The one
 * writing session holds an advisory lock, which the server releases when the session ends.
 */
public final class PostgresEngine extends Engine {
  private static final String LOCK =
      "SELECT CASE WHEN pg_try_advisory_lock(?, ?) THEN 1 ELSE 0 END";

  /** First half of the advisory lock; the second derives from the schema's name. */
  public static final int LOCK_CLASS = 0x636f6c6f;

  /** A server that is silent for this long is considered lost. */
  private static final String SILENCE_SECONDS = "900";

  /**
   * SQL states of failures that may pass: crash, shutdown and start of a server, too many
   * connections, failed serializations.
   */
  private static final Set<String> TRANSIENT_STATES =
      Set.of("57P01", "57P02", "57P03", "53300", "40001", "40P01");

  private final JdbcDirectory directory;

  public PostgresEngine(JdbcConfig config) {
    super(config);
    this.directory = new JdbcDirectory(config.directory());
  }

  @Override
  public void requireStore() {
    directory.requireStore();
  }

  @Override
  public String prepareToWrite() {
    directory.prepare();
    return directory.id();
  }

  @Override
  public String storeId() {
    return directory.id();
  }

  /** Releases the writer's lock on close, since the server may end the session later. */
  private static final class WriterSession extends Session {
    WriterSession(Connection connection) {
      super(connection);
    }

    @Override
    public void close() throws SQLException {
      try {
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
        execute("SELECT pg_advisory_unlock_all()");
      } finally {
        super.close();
      }
    }
  }

  @Override
  public Session connect() throws SQLException {
    return inSchema(new Session(open()));
  }

  private Session inSchema(Session session) throws SQLException {
    try {
      session.execute("SET search_path TO " + config.schema());
      return session;
    } catch (SQLException e) {
      closeQuietly(session);
      throw e;
    }
  }

  private Connection open() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "colophon");
    properties.setProperty("reWriteBatchedInserts", "true");
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("socketTimeout", SILENCE_SECONDS);
    if (!config.user().isEmpty()) {
      properties.setProperty("user", config.user());
    }
    if (config.passwordFile() != null) {
      properties.setProperty("password", PasswordFile.read(config.passwordFile()));
    }
    Connection connection = new Driver().connect(config.url(), properties);
    if (connection == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the PostgreSQL driver does not understand "
              + config.url()
              + "; write it as"
              + " jdbc:postgresql://HOST:PORT/DATABASE");
    }
    return connection;
  }

  @Override
  public Session connectWriter() throws SQLException {
    Session session = inSchema(new WriterSession(open()));
    try {
      if (session.number(LOCK, LOCK_CLASS, config.schema().hashCode()) == 0) {
        throw ErrorCode.STORE_LOCKED.exception(
            "another process is writing " + this + "; wait for it to end, or read meanwhile");
      }
      String exists = "SELECT COUNT(*) FROM pg_namespace WHERE nspname = ?";
      if (session.number(exists, config.schema()) == 0) {
        session.execute("CREATE SCHEMA " + config.schema());
      }
      session.execute(
          "SET synchronous_commit TO on"); // commits must be durable, whatever the default
      session.connection.setAutoCommit(false);
      return session;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(session);
      throw e;
    }
  }

  @Override
  public void release() {}

  @Override
  public String bytesType() {
    return "BYTEA";
  }

  @Override
  public String shortBytesType(int max) {
    return "BYTEA";
  }

  @Override
  public String schemaName() {
    return config.schema();
  }

  /** Does nothing, since commits are durable. */
  @Override
  public void sync(Session session) {}

  @Override
  public long diskBytes(Session session) throws SQLException {
    return session.number(
        "SELECT SUM(pg_total_relation_size(c.oid))::bigint FROM pg_class c"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relkind = 'r'",
        config.schema());
  }

  @Override
  public void prepareToScan(Session session) throws SQLException {
    session.connection.setAutoCommit(false); // else the driver ignores the fetch size
  }

  @Override
  public boolean isConnectionLost(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || TRANSIENT_STATES.contains(state);
  }

  @Override
  public ColophonException translate(SQLException e, String doing) {
    ErrorCode code = code(e);
    String advice =
        switch (code) {
          case STORE_LOCKED ->
              "the tables are in use; wait for the other session to end, and try again";
          case ADAPTER_BUSY -> "check that the server runs, and try again";
          case DISK_FULL -> "the server's disk is full; make room and try again";
          case NOT_PERMITTED -> "check the user, its password file and its privileges";
          case NOT_FOUND -> "create the database first";
          default -> "check the server's log";
        };
    return new ColophonException(
        code, doing + " " + this + " failed: " + e.getMessage() + "; " + advice, e);
  }

  private ErrorCode code(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    if (isConnectionLost(e)) {
      return ErrorCode.ADAPTER_BUSY;
    }
    if (state.startsWith("28") || state.equals("42501")) {
      return ErrorCode.NOT_PERMITTED;
    }
    return switch (state) {
      case "55P03" -> ErrorCode.STORE_LOCKED;
      case "53100" -> ErrorCode.DISK_FULL;
      case "3D000" -> ErrorCode.NOT_FOUND;
      case "XX001", "XX002" -> ErrorCode.STORE_CORRUPT;
      default -> ErrorCode.ADAPTER_FAILED;
    };
  }

  @Override
  public String toString() {
    return "schema " + config.schema() + " of " + config.url();
  }
}
