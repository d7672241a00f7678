package org.colophon.reporters.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the beginning of a log tells.
 *
 * @param format null if it does not tell yet
 * @param port the server's, 0 if it is not told
 * @param socket the path of the server's Unix socket, empty if it is not told
 * @param version as in 101119 for 10.11.19, 0 if it is not told
 */
record LogHead(LogFormat format, int port, String socket, int version) {
  private static final int BYTES = 1 << 16;
  private static final Pattern AUDIT =
      Pattern.compile("\\d{8} \\d\\d:\\d\\d:\\d\\d,[^\\n]*,\\d+,\\d+,[A-Z_]+,");
  private static final Pattern MARIADB_RECORD =
      Pattern.compile("^(\\d{6} [ \\d]\\d:\\d\\d:\\d\\d\\t|\\t\\t) *\\d+ [A-Z]", Pattern.MULTILINE);
  private static final Pattern MYSQL_RECORD =
      Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT[0-9:.]+\\S+\\t *\\d+ [A-Z]", Pattern.MULTILINE);
  private static final Pattern VERSION =
      Pattern.compile(", Version: (\\d{1,2})\\.(\\d{1,2})\\.(\\d{1,2})([^\\n]*)started with:");
  private static final Pattern PORT = Pattern.compile("\\nTcp port: (\\d{1,5}) ");

  private static final Pattern SOCKET =
      Pattern.compile("\\nTcp port: \\d{1,5} [^\\n]*Unix socket: ([^\\n]+)\\n");

  private static final int FIRST_WITH_TIMES = 50700;

  /** Whether each record has a time, as MySQL writes it. */
  boolean hasTimes() {
    return format == LogFormat.MYSQL && (version == 0 || version >= FIRST_WITH_TIMES);
  }

  /** Reads the beginning of a log; of one that is not there nothing is told. */
  static LogHead of(Path log) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      return of(new String(in.readNBytes(BYTES), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      // Not there yet, or between the moves of a rotation.
      return new LogHead(null, 0, "", 0);
    }
  }

  static LogHead of(String text) {
    if (AUDIT.matcher(text).lookingAt()) {
      return new LogHead(LogFormat.SERVER_AUDIT, 0, "", 0);
    }
    Matcher version = VERSION.matcher(text);
    if (version.find()) {
      boolean isMariaDb = version.group(4).contains("MariaDB");
      return new LogHead(
          isMariaDb ? LogFormat.MARIADB : LogFormat.MYSQL,
          port(text),
          socket(text),
          number(version));
    }
    if (MYSQL_RECORD.matcher(text).find()) {
      return new LogHead(LogFormat.MYSQL, 0, "", 0);
    }
    boolean isMariaDb = MARIADB_RECORD.matcher(text).find();
    return new LogHead(isMariaDb ? LogFormat.MARIADB : null, 0, "", 0);
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
    for (int part = 1; part <= 3; part++) {
      number = number * 100 + Integer.parseInt(version.group(part));
    }
    return number;
  }
}
