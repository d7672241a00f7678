// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.common.follow.LogFollower;
import org.colophon.reporters.mysql.sql.SecretNames;
import org.colophon.reporters.mysql.sql.lex.ClientCharset;
import org.colophon.reporters.mysql.sql.lex.SqlModes;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.jspecify.annotations.Nullable;

/** Creates reporters that read the logs of MySQL and MariaDB servers. */
public final class MysqlReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final int DEFAULT_PACKET_MIB = 64;
  private static final int MAX_PACKET_MIB = 1024;

  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.file("log", "the server's log, or from=", ""),
          PluginOption.file("from", "a complete log: log= with follow=false", ""),
          PluginOption.file(
              "binlog",
              "index of the binary log in row format, or its first file; confirms log= or from=",
              ""),
          new PluginOption(
              "format", "auto, mariadb, mysql (general query logs), server-audit", "auto"),
          new PluginOption("follow", "follow the log through growth and rotation", "true"),
          new PluginOption("server", "host:port, first part of table names", "from the log"),
          new PluginOption(
              "socket", "the server's Unix socket, to recognize traced clients", "from the log"),
          new PluginOption("data-dir", "the server's data directory, base of relative paths", ""),
          new PluginOption(
              "literals", "store statements with literals, unless one may be a secret", "false"),
          new PluginOption(
              "secret-names",
              "with literals=true: parts of names and texts that suggest a secret",
              SecretNames.USUAL),
          new PluginOption("lower-case-table-names", "the server's setting: 0, 1, 2", "0"),
          new PluginOption(
              "sql-mode", "SQL mode of new sessions, as the server has it", "no ANSI_QUOTES"),
          new PluginOption("charset", "character set of clients until they set another", "utf8mb4"),
          new PluginOption(
              "time-zone", "time zone of logged times that have none", "this machine's"),
          new PluginOption(
              "max-allowed-packet", "MiB, at least the server's setting", "" + DEFAULT_PACKET_MIB));

  public MysqlReporterFactory() {
    super(
        "mysql",
        "statements, transactions and tables, from the logs of MySQL and MariaDB servers",
        OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    boolean isDone = options.has("from");
    long logs = Stream.of("log", "from").filter(options::has).count();
    if (logs > 1 || (logs == 0 && !options.has("binlog"))) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give mysql log=FILE (it grows), from=FILE (it is complete) or binlog=INDEX,"
              + " the binary log, alone or to confirm the other log");
    }
    Path log = path(options, isDone ? "from" : "log");
    Path binlog = path(options, "binlog");
    MysqlOptions all = all(options, log, binlog, isDone);
    return log == null ? new BinlogReporter(all) : new MysqlReporter(all);
  }

  /** Returns an absolute path, null if the option is absent. */
  private static @Nullable Path path(PluginOptions options, String name) {
    if (!options.has(name)) {
      return null;
    }
    Path path = options.path(name);
    LogFollower.refusePipes(path);
    return path;
  }

  private static MysqlOptions all(
      PluginOptions options, @Nullable Path log, @Nullable Path binlog, boolean isDone) {
    return new MysqlOptions(
        log,
        binlog,
        options.choice("format", LogFormat.values(), LogFormat.AUTO),
        options.flag("follow", !isDone),
        options.text("server", ""),
        options.text("socket", ""),
        Bytes.of(options.text("data-dir", "")),
        options.flag("literals", false),
        nameCase(options),
        sqlMode(options.text("sql-mode", "")),
        charset(options.text("charset", "utf8mb4")),
        SecretNames.of(options.text("secret-names", SecretNames.USUAL)),
        zone(options.text("time-zone", "")),
        (long) packet(options) << 20);
  }

  private static int packet(PluginOptions options) {
    return options.number("max-allowed-packet", DEFAULT_PACKET_MIB, 1, MAX_PACKET_MIB);
  }

  private static NameCase nameCase(PluginOptions options) {
    return options.number("lower-case-table-names", 0, 0, 2) == 0
        ? NameCase.DISTINCT
        : NameCase.FOLDED;
  }

  private static String sqlMode(String modes) {
    if (!SqlModes.areKnown(modes)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "sql-mode=" + modes + " is not an SQL mode, such as ANSI_QUOTES,NO_BACKSLASH_ESCAPES");
    }
    return modes;
  }

  private static String charset(String name) {
    if (!ClientCharset.isKnown(name)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "charset=" + name + " is not a character set of clients, such as gbk");
    }
    return name;
  }

  private static ZoneId zone(String name) {
    try {
      return name.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "time-zone=" + name + " is not a time zone, such as Europe/Berlin or +01:00");
    }
  }
}
