package org.colophon.reporters.mysql;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.GivenOptions;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.common.follow.LogFollower;
import org.colophon.reporters.mysql.sql.SecretNames;
import org.colophon.reporters.mysql.sql.clause.NameCase;
import org.colophon.reporters.mysql.sql.lex.ClientCharset;
import org.colophon.reporters.mysql.sql.lex.SqlModes;

/** Makes reporters that read the logs of MySQL and MariaDB servers. */
public final class MysqlReporterFactory implements ReporterFactory {
  private static final int DEFAULT_PACKET_MIB = 64;
  private static final int LARGEST_PACKET_MIB = 1024;

  /** The former name of literals: its opposite. */
  private static final String FORMER_LITERALS = "normalise";

  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.file("log", "the server's log, or from=", ""),
          PluginOption.file(
              "from", "a log that nobody writes to any more: log= with follow=false", ""),
          PluginOption.file(
              "binlog",
              "the index of the binary log in row format, or a file of it; confirms log= or from=",
              ""),
          new PluginOption(
              "format", "auto, mariadb, mysql (general query logs), server-audit", "auto"),
          new PluginOption("follow", "go on reading as it grows and is rotated", "true"),
          new PluginOption(
              "server", "host:port, the first part of tables' names", "as the log says"),
          new PluginOption(
              "socket", "the server's Unix socket, to join traced clients", "as the log says"),
          new PluginOption("data-dir", "the server's, where relative paths of files begin", ""),
          new PluginOption(
              "literals", "store statements with literals, unless one may be a secret", "false"),
          new PluginOption(
              "secret-names",
              "with literals=true: parts of names and texts that speak of a secret",
              SecretNames.USUAL),
          new PluginOption("lower-case-table-names", "as the server has it: 0, 1, 2", "0"),
          new PluginOption("sql-mode", "of new sessions, as the server has it", "no ANSI_QUOTES"),
          new PluginOption("charset", "of the clients, until they say another", "utf8mb4"),
          new PluginOption(
              "time-zone", "of times that the log writes without one", "this machine's"),
          new PluginOption(
              "max-allowed-packet", "MiB, as the server has it or more", "" + DEFAULT_PACKET_MIB));

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public String description() {
    return "statements, transactions and tables, from the logs of MySQL and MariaDB servers";
  }

  @Override
  public List<PluginOption> options() {
    return OPTIONS;
  }

  @Override
  public Reporter create(Map<String, String> given) {
    GivenOptions options = new GivenOptions(this, given, FORMER_LITERALS::equals);
    boolean isDone = options.has("from");
    long logs = Stream.of("log", "from").filter(options::has).count();
    if (logs > 1 || (logs == 0 && !options.has("binlog"))) {
      throw GivenOptions.bad(
          "mysql wants one of log=FILE, which grows, and from=FILE, which is done; or binlog=INDEX,"
              + " the binary log, by itself or to confirm what the other says");
    }
    Path log = path(options, isDone ? "from" : "log");
    Path binlog = path(options, "binlog");
    MysqlOptions all = all(options, log, binlog, isDone);
    return log == null ? new BinlogReporter(all) : new MysqlReporter(all);
  }

  /** An absolute path, null if it is not given. */
  private static Path path(GivenOptions options, String name) {
    if (!options.has(name)) {
      return null;
    }
    Path path = options.path(name);
    LogFollower.refusePipes(path);
    return path;
  }

  private static MysqlOptions all(GivenOptions options, Path log, Path binlog, boolean isDone) {
    return new MysqlOptions(
        log,
        binlog,
        options.choice("format", LogFormat.values(), LogFormat.AUTO),
        options.truth("follow", !isDone),
        options.text("server", ""),
        options.text("socket", ""),
        Bytes.of(options.text("data-dir", "")),
        keepsLiterals(options),
        nameCase(options),
        sqlMode(options.text("sql-mode", "")),
        charset(options.text("charset", "utf8mb4")),
        SecretNames.of(options.text("secret-names", SecretNames.USUAL)),
        zone(options.text("time-zone", "")),
        (long) packet(options) << 20);
  }

  static boolean keepsLiterals(GivenOptions options) {
    return options.truth("literals", !options.truth(FORMER_LITERALS, true));
  }

  private static int packet(GivenOptions options) {
    return options.number("max-allowed-packet", DEFAULT_PACKET_MIB, 1, LARGEST_PACKET_MIB);
  }

  private static NameCase nameCase(GivenOptions options) {
    return options.number("lower-case-table-names", 0, 0, 2) == 0
        ? NameCase.DISTINCT
        : NameCase.FOLDED;
  }

  private static String sqlMode(String modes) {
    if (!SqlModes.areKnown(modes)) {
      throw GivenOptions.bad(
          "sql-mode=" + modes + " is no SQL mode, such as ANSI_QUOTES,NO_BACKSLASH_ESCAPES");
    }
    return modes;
  }

  private static String charset(String name) {
    if (!ClientCharset.isKnown(name)) {
      throw GivenOptions.bad("charset=" + name + " is no character set of clients, such as gbk");
    }
    return name;
  }

  private static ZoneId zone(String name) {
    try {
      return name.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw GivenOptions.bad(
          "time-zone=" + name + " is no time zone, such as Europe/Berlin or +01:00");
    }
  }
}
