// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

/** Kind of a test server. */
public enum ServerKind {
  /** MariaDB of the system packages mariadb-server-core and mariadb-client-core. */
  MARIADB,
  /** MySQL 8.0.15. Both MySQL archives have the same file name, and their jars distinguish them. */
  MYSQL_8,
  /** MySQL 5.7.22. */
  MYSQL_5;

  public boolean isMariaDb() {
    return this == MARIADB;
  }
}
