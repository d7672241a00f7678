package org.colophon.reporters.mysql.session;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * How the things of one server are called: {@code mysql://host:port/database/table}. What would
 * part a name otherwise is written as in URLs.
 */
final class ServerNames {
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes UNKNOWN_DATABASE = Bytes.of("?");

  private final String server;
  private final Bytes prefix;

  /**
   * @param server host and port
   */
  ServerNames(String server) {
    this.server = server;
    this.prefix = Bytes.of("mysql://" + server + "/");
  }

  Bytes path(TableName table) {
    return database(table.database()).concat(SLASH).concat(escape(table.table()));
  }

  Bytes database(Bytes database) {
    return prefix.concat(database.isEmpty() ? UNKNOWN_DATABASE : escape(database));
  }

  /** A percent sign and a slash, which would look like a part's end. */
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
   * A table.
   *
   * @param generation empty for one that was there before anything was read; else what tells it
   *     from others that had its name
   */
  ObjectDeclaration table(TableName table, String generation) {
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

  /** A temporary table, which has no name that others could use. */
  static ObjectDeclaration temporary(TableName table, long connection) {
    Bytes label = Bytes.of(table + " (temporary table of connection " + connection + ")");
    return new ObjectDeclaration(ObjectKind.TABLE, Bytes.EMPTY, label);
  }

  /** A user as the server knows one. */
  ObjectDeclaration agent(Bytes user, Bytes host) {
    Bytes label = user.concat(Bytes.of("@")).concat(host);
    Bytes identity = Identities.of("mysql-user", server).concat(Bytes.of("\0")).concat(label);
    return new ObjectDeclaration(ObjectKind.AGENT, identity, label);
  }

  Bytes connection(long connection) {
    if (connection == 0) {
      return Bytes.of("unknown connection to mysql://" + server);
    }
    return Bytes.of("connection " + connection + " to mysql://" + server);
  }

  static Bytes transaction(long connection) {
    if (connection == 0) {
      return Bytes.of("transaction of an unknown connection");
    }
    return Bytes.of("transaction of connection " + connection);
  }
}
