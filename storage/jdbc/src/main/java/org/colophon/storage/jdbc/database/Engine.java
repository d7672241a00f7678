// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.sql.SQLException;
import org.colophon.core.error.ColophonException;
import org.jspecify.annotations.Nullable;

/** Operations that differ between H2 and PostgreSQL. */
public abstract class Engine {
  public final JdbcConfig config;

  public Engine(JdbcConfig config) {
    this.config = config;
  }

  public static Engine of(JdbcConfig config) {
    return config.isPostgres() ? new PostgresEngine(config) : new H2Engine(config);
  }

  /** Fails unless there is a store that can be read now. */
  public abstract void requireStore();

  /**
   * Prepares and claims the store before the first connection.
   *
   * @return {@link #storeId}
   */
  public abstract String prepareToWrite();

  /** Returns the id of the store. */
  public abstract String storeId();

  /** Opens a session that commits after every statement. */
  public abstract Session connect() throws SQLException;

  /** Opens the session of the one writer, without automatic commits. */
  public abstract Session connectWriter() throws SQLException;

  /** Releases the claim of {@link #prepareToWrite}. */
  public abstract void release();

  /** Returns the type for bytes of any length. */
  public abstract String bytesType();

  /** Returns the type for bytes that an index can hold. */
  public abstract String shortBytesType(int max);

  /** Returns the schema of the tables, as the information schema spells it. */
  public abstract String schemaName();

  /** Makes everything committed durable. */
  public abstract void sync(Session session) throws SQLException;

  /** Returns the size of the tables on disk in bytes. */
  public abstract long diskBytes(Session session) throws SQLException;

  /** Makes a session fetch the rows of large tables in pieces. */
  public abstract void prepareToScan(Session session) throws SQLException;

  /** Returns whether a failure means that the connection is lost and a new one may succeed. */
  public abstract boolean isConnectionLost(SQLException e);

  /** Translates a failure, with advice. */
  public abstract ColophonException translate(SQLException e, String doing);

  /** Closes an unneeded session and ignores failures. */
  public final void closeQuietly(@Nullable Session session) {
    if (session != null) {
      try {
        session.close();
      } catch (SQLException e) {
        // The connection is gone anyway.
      }
    }
  }
}
