// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.spi.reporter.FileOpener;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a log and its server, read from the beginning of the log.
 *
 * @param format null if it is not known yet.
 * @param port port of the server, 0 if it is not known.
 * @param socket path of the server's Unix socket, empty if it is not known.
 * @param version version of the server, such as 101119 for 10.11.19, 0 if it is not known.
 */
record LogHeader(@Nullable LogFormat format, int port, String socket, int version) {
  private static final int BYTES = 1 << 16;
  private static final Pattern AUDIT =
      Pattern.compile("\\d{8} \\d\\d:\\d\\d:\\d\\d,[^\\n]*,\\d+,\\d+,[A-Z_]+,");
  private static final String MARIADB_RECORD =
      "(?:\\d{6} [ \\d]\\d:\\d\\d:\\d\\d\\t|\\t\\t) *\\d+ [A-Z]";
  private static final String MYSQL_RECORD = "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+\\S+\\t *\\d+ [A-Z]";
  private static final String HEADER =
      "[^\\t\\n]*, Version: (\\d{1,2})\\.(\\d{1,2})\\.(\\d{1,2})([^\\n]*)started with:";

  /**
   * Matches lines that identify the server. Only the first match counts; a later one may be part of
   * a statement.
   */
  private static final Pattern FIRST =
      Pattern.compile(
          "^(?:" + MARIADB_RECORD + "|(" + MYSQL_RECORD + ")|" + HEADER + ")",
          Pattern.MULTILINE | Pattern.UNIX_LINES);

  private static final int BY_MYSQL = 1;
  private static final int VERSION = 2;
  private static final int SUFFIX = 5;
  private static final Pattern PORT = Pattern.compile("\\nTcp port: (\\d{1,5}) ");

  private static final Pattern SOCKET =
      Pattern.compile("\\nTcp port: \\d{1,5} [^\\n]*Unix socket: ([^\\n]+)\\n");

  /** Reads the beginning of a log. If the log is missing, all properties are unknown. */
  static LogHeader of(Path log, FileOpener files) throws IOException {
    try (InputStream in = Channels.newInputStream(files.open(log))) {
      return of(new String(in.readNBytes(BYTES), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      // The log is missing, or is being rotated.
      return new LogHeader(null, 0, "", 0);
    }
  }

  static LogHeader of(String text) {
    if (AUDIT.matcher(text).lookingAt()) {
      return new LogHeader(LogFormat.SERVER_AUDIT, 0, "", 0);
    }
    Matcher first = FIRST.matcher(text);
    if (!first.find()) {
      return new LogHeader(null, 0, "", 0);
    }
    if (first.group(VERSION) == null) {
      boolean isMySql = first.group(BY_MYSQL) != null;
      return new LogHeader(isMySql ? LogFormat.MYSQL : LogFormat.MARIADB, 0, "", 0);
    }
    boolean isMariaDb = first.group(SUFFIX).contains("MariaDB");
    return new LogHeader(
        isMariaDb ? LogFormat.MARIADB : LogFormat.MYSQL, port(text), socket(text), number(first));
  }

  private static int port(String text) {
    Matcher port = PORT.matcher(text);
    return port.find() ? Integer.parseInt(port.group(1)) : 0;
  }

  private static String socket(String text) {
    Matcher socket = SOCKET.matcher(text);
    return socket.find() ? socket.group(1) : "";
  }

  private static int number(Matcher version) {
    int number = 0;
    for (int part = VERSION; part < SUFFIX; part++) {
      number = number * 100 + Integer.parseInt(version.group(part));
    }
    return number;
  }
}
