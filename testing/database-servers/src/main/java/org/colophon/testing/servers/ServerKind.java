package org.colophon.testing.servers;

/** The servers there are. */
public enum ServerKind {
  /** MariaDB from the system's packages mariadb-server-core and mariadb-client-core. */
  MARIADB,
  /** MySQL 8.0.15; both archives have one name, and are told apart by the class beside them. */
  MYSQL_8,
  /** MySQL 5.7.22. */
  MYSQL_5;

  public boolean isMariaDb() {
    return this == MARIADB;
  }
}
