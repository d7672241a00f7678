package org.colophon.reporters.mysql;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.reporters.mysql.recorder.RecorderSettings;
import org.colophon.reporters.mysql.session.ServerAddress;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.lex.SqlRules;

/** What a recorder wants to know, put together from options and what a log says of its server. */
final class ServerSettings {
  private static final int DEFAULT_PORT = 3306;
  private static final Pattern PORT = Pattern.compile(":(\\d{1,5})$");

  private ServerSettings() {}

  /**
   * The server's name.
   *
   * @param toldPort by the log, 0 if it does not tell
   */
  static String server(MysqlOptions options, int toldPort) {
    int port = toldPort == 0 ? DEFAULT_PORT : toldPort;
    return options.server().isEmpty() ? hostName() + ":" + port : options.server();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /**
   * Where clients find the server.
   *
   * @param server host and port
   * @param toldSocket by the log, empty if it does not tell
   * @param host this machine's id
   */
  static ServerAddress address(
      MysqlOptions options, String server, String toldSocket, String host) {
    String socket = options.socket().isEmpty() ? toldSocket : options.socket();
    Matcher port = PORT.matcher(server);
    int number = port.find() ? Integer.parseInt(port.group(1)) : DEFAULT_PORT;
    return new ServerAddress(host, socket, number);
  }

  /**
   * The settings.
   *
   * @param address where its clients find it
   * @param version as in 101119 for 10.11.19, 0 if it is not known
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
        source, server, address, options.dataFolder(), options.keepsLiterals(), sql);
  }
}
