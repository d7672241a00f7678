package org.colophon.storage.jdbc;

import java.sql.SQLException;
import org.colophon.core.error.ColophonException;

/** What differs between the databases. */
abstract class Engine {
  final JdbcConfig config;

  Engine(JdbcConfig config) {
    this.config = config;
  }

  static Engine of(JdbcConfig config) {
    return config.isPostgres() ? new PostgresEngine(config) : new H2Engine(config);
  }

  /** Fails unless something was written here before that may be read now. */
  abstract void requireStore();

  /**
   * Makes what must be there before the first connection.
   *
   * @return {@link #storeId}
   */
  abstract String prepareToWrite();

  /** Which store the folder is. */
  abstract String storeId();

  /** A new session that commits after every statement. */
  abstract Session connect() throws SQLException;

  /** A new session for the one writer, which commits when it says so. */
  abstract Session connectWriter() throws SQLException;

  /** Takes back what {@link #prepareToWrite} claimed. */
  abstract void release();

  /** The database's type for bytes of any length. */
  abstract String bytesType();

  /** The database's type for bytes that an index can hold. */
  abstract String shortBytesType(int max);

  /** The schema that the tables are in, as the information schema writes it. */
  abstract String schemaName();

  /** Makes everything committed durable. */
  abstract void sync(Session session) throws SQLException;

  /** What the tables take on disk, in bytes. */
  abstract long diskBytes(Session session) throws SQLException;

  /** Lets a session fetch the rows of a large table piece by piece. */
  abstract void prepareToScan(Session session) throws SQLException;

  /** Whether a new connection may do what this one did not. */
  abstract boolean isConnectionLost(SQLException e);

  /** Says in Colophon's terms what an error means, and what to do about it. */
  abstract ColophonException translate(SQLException e, String doing);

  /** For sessions that are of no use any more: what closing them says matters to nobody. */
  final void closeQuietly(Session session) {
    if (session != null) {
      try {
        session.close();
      } catch (SQLException e) {
        // The connection is gone, which is what was wanted.
      }
    }
  }
}
