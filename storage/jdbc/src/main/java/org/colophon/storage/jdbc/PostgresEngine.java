package org.colophon.storage.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.postgresql.Driver;

/**
 * A schema of a PostgreSQL server. The folder says only which store the tables belong to. One
 * session writes: it holds an advisory lock, which the server takes back when the session ends.
 */
final class PostgresEngine extends Engine {
  private static final String LOCK =
      "SELECT CASE WHEN pg_try_advisory_lock(?, ?) THEN 1 ELSE 0 END";

  /** First half of the advisory lock's number; the second is made of the schema's name. */
  static final int LOCK_CLASS = 0x636f6c6f;

  /** A server that says nothing for so long is taken for lost, as behind a cut cable. */
  private static final String SILENCE_SECONDS = "900";

  /** Crash, shutdown and start of a server, too many connections, and what ends by a retry. */
  private static final Set<String> PASSING =
      Set.of("57P01", "57P02", "57P03", "53300", "40001", "40P01");

  private final StoreFolder folder;

  PostgresEngine(JdbcConfig config) {
    super(config);
    this.folder = new StoreFolder(config.folder());
  }

  @Override
  void requireStore() {
    folder.requireStore();
  }

  @Override
  String prepareToWrite() {
    folder.prepare();
    return folder.id();
  }

  @Override
  String storeId() {
    return folder.id();
  }

  /** The writer's: gives its lock back as it closes, since the server ends sessions later. */
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
  Session connect() throws SQLException {
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
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the PostgreSQL driver does not understand "
              + config.url()
              + "; write it as"
              + " jdbc:postgresql://HOST:PORT/DATABASE");
    }
    return connection;
  }

  @Override
  Session connectWriter() throws SQLException {
    Session session = inSchema(new WriterSession(open()));
    try {
      if (session.number(LOCK, LOCK_CLASS, config.schema().hashCode()) == 0) {
        throw new ColophonException(
            ErrorCode.STORE_LOCKED,
            "another process is writing " + this + "; wait for it to end, or read meanwhile");
      }
      String exists = "SELECT COUNT(*) FROM pg_namespace WHERE nspname = ?";
      if (session.number(exists, config.schema()) == 0) {
        session.execute("CREATE SCHEMA " + config.schema());
      }
      session.execute("SET synchronous_commit TO on"); // what is held is durable, whoever says off
      session.connection.setAutoCommit(false);
      return session;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(session);
      throw e;
    }
  }

  @Override
  void release() {}

  @Override
  String bytesType() {
    return "BYTEA";
  }

  @Override
  String shortBytesType(int max) {
    return "BYTEA";
  }

  @Override
  String schemaName() {
    return config.schema();
  }

  /** Commits are durable. */
  @Override
  void sync(Session session) {}

  @Override
  long diskBytes(Session session) throws SQLException {
    return session.number(
        "SELECT SUM(pg_total_relation_size(c.oid))::bigint FROM pg_class c"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relkind = 'r'",
        config.schema());
  }

  @Override
  void prepareToScan(Session session) throws SQLException {
    session.connection.setAutoCommit(false); // else the driver ignores the fetch size
  }

  @Override
  boolean isConnectionLost(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || PASSING.contains(state);
  }

  @Override
  ColophonException translate(SQLException e, String doing) {
    ErrorCode code = code(e);
    String advice =
        switch (code) {
          case STORE_LOCKED -> "somebody is using the tables; wait for it to end, and try again";
          case ADAPTER_BUSY -> "see that the server runs; the same call may work then";
          case DISK_FULL -> "the server's disk is full; make room and try again";
          case NOT_PERMITTED -> "see to the user, its password file and its rights";
          case NOT_FOUND -> "create the database first";
          default -> "see the server's log";
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
