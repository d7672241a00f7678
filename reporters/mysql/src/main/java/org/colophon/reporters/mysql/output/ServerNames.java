// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.output;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Names of the objects of one server: {@code mysql://host:port/database/table}. Slashes and percent
 * signs in names are escaped as in URLs.
 */
public final class ServerNames {
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes UNKNOWN_DATABASE = Bytes.of("?");

  private final String server;
  private final Bytes prefix;

  public ServerNames(String server) {
    this.server = server;
    this.prefix = Bytes.of("mysql://" + server + "/");
  }

  public Bytes path(TableName table) {
    return database(table.database()).concat(SLASH).concat(escape(table.table()));
  }

  public Bytes database(Bytes database) {
    return prefix.concat(database.isEmpty() ? UNKNOWN_DATABASE : escape(database));
  }

  private static Bytes escape(Bytes name) {
    if (name.indexOf('/', 0) < 0 && name.indexOf('%', 0) < 0) {
      return name;
    }
    Bytes escaped = Bytes.EMPTY;
    int from = 0;
    for (int i = 0; i < name.length(); i++) {
      if (name.at(i) == '/' || name.at(i) == '%') {
        Bytes code = Bytes.of(name.at(i) == '/' ? "%2F" : "%25");
        escaped = escaped.concat(name.slice(from, i)).concat(code);
        from = i + 1;
      }
    }
    return escaped.concat(name.slice(from, name.length()));
  }

  /**
   * Declares a table.
   *
   * @param generation key that distinguishes tables with the same name; empty for a table that
   *     existed before the log was read
   */
  public ObjectDeclaration table(TableName table, String generation) {
    Bytes identity =
        generation.isEmpty()
            ? Identities.of("table", server, text(table.database()), text(table.table()))
            : Identities.of(
                "table", server, text(table.database()), text(table.table()), generation);
    return new ObjectDeclaration(ObjectKind.TABLE, identity, Bytes.EMPTY);
  }

  private static String text(Bytes name) {
    return name.display();
  }

  public static ObjectDeclaration temporary(TableName table, long connection) {
    Bytes label = Bytes.of(table + " (temporary table of connection " + connection + ")");
    return new ObjectDeclaration(ObjectKind.TABLE, Bytes.EMPTY, label);
  }

  public ObjectDeclaration agent(Bytes user, Bytes host) {
    Bytes label = user.concat(Bytes.of("@")).concat(host);
    Bytes identity = Identities.of("mysql-user", server).concat(Bytes.of("\0")).concat(label);
    return new ObjectDeclaration(ObjectKind.AGENT, identity, label);
  }

  /** Returns the extended record of a connection. The user may be empty. */
  public Bytes record(Bytes user) {
    Bytes url = Bytes.of("mysql://" + server);
    return user.isEmpty() ? url : url.concat(Bytes.of(" ")).concat(user);
  }

  public Bytes connection(long connection) {
    if (connection == 0) {
      return Bytes.of("unknown connection to mysql://" + server);
    }
    return Bytes.of("connection " + connection + " to mysql://" + server);
  }

  public static Bytes transaction(long connection) {
    if (connection == 0) {
      return Bytes.of("transaction of an unknown connection");
    }
    return Bytes.of("transaction of connection " + connection);
  }
}
