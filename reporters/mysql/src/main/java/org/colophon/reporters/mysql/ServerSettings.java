// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.reporters.mysql.recorder.RecorderSettings;
import org.colophon.reporters.mysql.session.ServerAddress;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.lex.SqlRules;

/** Settings of a recorder, from options and the header of a log. */
final class ServerSettings {
  private static final int DEFAULT_PORT = 3306;
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern PORT = Pattern.compile(":(\\d{1,5})$");

  private ServerSettings() {}

  /**
   * Returns the name of the server.
   *
   * @param loggedPort port in the log, 0 if it is absent
   */
  static String server(MysqlOptions options, int loggedPort) {
    int port = loggedPort == 0 ? DEFAULT_PORT : loggedPort;
    return options.server().isEmpty() ? hostName() + ":" + port : options.server();
  }

  private static boolean isHere(String server) {
    String machine = PORT.matcher(server).replaceFirst("");
    return machine.isEmpty() || HERE.contains(machine) || machine.equalsIgnoreCase(hostName());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /**
   * Returns the address at which clients of this machine connect to the server. Two servers on
   * other machines can have equal ports and connection numbers. So the address is known only if the
   * option {@code server} does not name another machine, or the option {@code socket} is present.
   *
   * @param server host and port
   * @param loggedSocket socket in the log, empty if it is absent
   * @param host id of this machine
   */
  static ServerAddress address(
      MysqlOptions options, String server, String loggedSocket, String host) {
    if (options.socket().isEmpty() && !isHere(options.server())) {
      return ServerAddress.ELSEWHERE;
    }
    String socket = options.socket().isEmpty() ? loggedSocket : options.socket();
    Matcher port = PORT.matcher(server);
    int number = port.find() ? Integer.parseInt(port.group(1)) : DEFAULT_PORT;
    return new ServerAddress(host, socket, number);
  }

  /**
   * Returns the settings of a recorder.
   *
   * @param address address at which clients connect to the server
   * @param version version of the server, such as 101119 for 10.11.19, 0 if it is not known
   */
  static RecorderSettings of(
      MysqlOptions options,
      String source,
      String server,
      ServerAddress address,
      boolean isMySql,
      int version) {
    SqlOptions base = isMySql ? SqlOptions.MYSQL : SqlOptions.MARIADB;
    SqlRules rules = base.rules().withMode(options.sqlMode()).withCharset(options.charset());
    if (version != 0) {
      rules = rules.withVersion(version);
    }
    SqlOptions sql =
        new SqlOptions(
            rules,
            options.nameCase(),
            base.maxTemplates(),
            base.maxTemplateBytes(),
            options.secrets());
    return new RecorderSettings(
        source, server, address, options.dataDirectory(), options.keepsLiterals(), sql);
  }
}
