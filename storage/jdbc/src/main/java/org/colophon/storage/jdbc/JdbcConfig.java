package org.colophon.storage.jdbc;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * The adapter's options, checked.
 *
 * @param folder the adapter's own folder
 * @param url of a PostgreSQL database; empty for an H2 database in the folder
 * @param user who to log in as; empty for the driver's default
 * @param passwordFile holds the password; null if none is needed
 * @param schema where the tables are in a PostgreSQL database
 * @param batchOperations how many records are gathered for a transaction
 * @param cacheBytes bound of H2's cache
 * @param reconnectSeconds how long a lost connection is tried again before the adapter says busy
 */
record JdbcConfig(
    Path folder,
    String url,
    String user,
    Path passwordFile,
    String schema,
    int batchOperations,
    long cacheBytes,
    int reconnectSeconds) {
  private static final PluginOption URL =
      new PluginOption(
          "url", "jdbc:postgresql://HOST:PORT/DATABASE; H2 in the folder if empty", "");
  private static final PluginOption USER = new PluginOption("user", "who to log in as", "");
  private static final PluginOption PASSWORD_FILE =
      PluginOption.file("password-file", "an owner-readable file whose first line is it", "");
  private static final PluginOption SCHEMA =
      new PluginOption("schema", "where the tables are, PostgreSQL only", "colophon");
  private static final PluginOption BATCH =
      new PluginOption("batch-operations", "records gathered for a transaction", "20000");
  private static final PluginOption CACHE =
      new PluginOption("cache-bytes", "bound of the cache, H2 only", "32m");
  private static final PluginOption RECONNECT =
      new PluginOption("reconnect-seconds", "how long a lost connection is tried again", "30");

  /** Every option, for help and for refusing others. */
  static final List<PluginOption> OPTIONS =
      List.of(URL, USER, PASSWORD_FILE, SCHEMA, BATCH, CACHE, RECONNECT);

  private static final String POSTGRES = "jdbc:postgresql:";
  private static final Pattern SCHEMA_NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Pattern SECRET = Pattern.compile("(?is).*(password|//[^?]*:[^?]*@).*");

  static JdbcConfig of(StorageConfig config) {
    Map<String, String> given = config.options();
    refuseUnknown(given);
    return new JdbcConfig(
        config.directory(),
        url(given),
        text(given, USER),
        passwordFile(given),
        schema(given),
        (int) number(given, BATCH, 1, 1_000_000),
        number(given, CACHE, 1 << 20, 1L << 40),
        (int) number(given, RECONNECT, 0, 86_400));
  }

  boolean isPostgres() {
    return !url.isEmpty();
  }

  private static void refuseUnknown(Map<String, String> given) {
    if (given.containsKey("password")) {
      throw passwordRefused("an option");
    }
    TreeSet<String> unknown = new TreeSet<>(given.keySet());
    OPTIONS.forEach(option -> unknown.remove(option.name()));
    if (!unknown.isEmpty()) {
      List<String> names = OPTIONS.stream().map(PluginOption::name).toList();
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "the jdbc adapter has no option " + unknown + "; it has " + names);
    }
  }

  private static ColophonException passwordRefused(String where) {
    return new ColophonException(
        ErrorCode.BAD_REQUEST,
        "the jdbc adapter takes no password as "
            + where
            + ": everybody on this machine could read it in the list of processes, and it would be"
            + " kept with the store; write it into a file that only you can read, and say"
            + " password-file=FILE");
  }

  private static String text(Map<String, String> given, PluginOption option) {
    return given.getOrDefault(option.name(), option.defaultValue());
  }

  private static String url(Map<String, String> given) {
    String url = text(given, URL);
    if (SECRET.matcher(url).matches()) {
      throw passwordRefused("part of the url");
    }
    if (!url.isEmpty() && !url.startsWith(POSTGRES)) {
      throw refused(
          URL, url, "of the form " + POSTGRES + "//HOST:PORT/DATABASE, or left out for H2");
    }
    return url;
  }

  private static Path passwordFile(Map<String, String> given) {
    String file = text(given, PASSWORD_FILE);
    if (file.isEmpty()) {
      return null;
    }
    if (file.indexOf('\0') < 0 && Path.of(file).isAbsolute()) {
      return Path.of(file);
    }
    throw refused(PASSWORD_FILE, file, "an absolute path");
  }

  /** Goes into statements as it is. */
  private static String schema(Map<String, String> given) {
    String schema = text(given, SCHEMA);
    if (SCHEMA_NAME.matcher(schema).matches()) {
      return schema;
    }
    throw refused(SCHEMA, schema, "small letters, digits and underscores");
  }

  private static long number(Map<String, String> given, PluginOption option, long min, long max) {
    String text = text(given, option).toLowerCase(Locale.ROOT);
    if (text.matches("\\d{1,12}[kmg]?")) {
      int unit = "kmg".indexOf(text.charAt(text.length() - 1));
      String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
      long value = Long.parseLong(digits) << (10 * (unit + 1));
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw refused(option, text, "a number from " + min + " to " + max + ", k, m or g after it");
  }

  private static ColophonException refused(PluginOption option, String text, String wanted) {
    return new ColophonException(
        ErrorCode.BAD_REQUEST,
        "the jdbc adapter's option %s is '%s'; it must be %s"
            .formatted(option.name(), text, wanted));
  }
}
