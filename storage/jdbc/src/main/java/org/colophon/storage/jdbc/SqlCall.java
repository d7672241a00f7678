package org.colophon.storage.jdbc;

import java.sql.SQLException;

/** Something done with a session. */
@FunctionalInterface
interface SqlCall<T> {
  T on(Session session) throws SQLException;
}
