// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.common.AdapterOptions;
import org.jspecify.annotations.Nullable;

/** The adapter's checked options, see {@link #OPTIONS}. */
public record JdbcConfig(
    Path directory,
    String url,
    String user,
    @Nullable Path passwordFile,
    String schema,
    int batchOperations,
    long cacheBytes,
    int reconnectSeconds) {
  private static final PluginOption URL =
      new PluginOption(
          "url", "jdbc:postgresql://HOST:PORT/DATABASE; H2 in the directory if empty", "");
  private static final PluginOption USER = new PluginOption("user", "the database user", "");
  private static final PluginOption PASSWORD_FILE =
      PluginOption.file(
          "password-file", "a file for its owner only, with the password in its first line", "");
  private static final PluginOption SCHEMA =
      new PluginOption("schema", "schema of the tables, PostgreSQL only", "colophon");
  private static final PluginOption BATCH =
      new PluginOption("batch-operations", "records collected for a transaction", "20000");
  private static final PluginOption CACHE =
      new PluginOption("cache-bytes", "bound of the cache, H2 only", "32m");
  private static final PluginOption RECONNECT =
      new PluginOption("reconnect-seconds", "seconds to retry a lost connection", "30");

  /** All options, for the help text and to reject unknown ones. */
  public static final List<PluginOption> OPTIONS =
      List.of(URL, USER, PASSWORD_FILE, SCHEMA, BATCH, CACHE, RECONNECT);

  private static final String POSTGRES = "jdbc:postgresql:";
  private static final Pattern SCHEMA_NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Pattern SECRET = Pattern.compile("(?is).*(password|//[^?]*:[^?]*@).*");

  public static JdbcConfig of(StorageConfig config) {
    if (config.options().containsKey("password")) {
      throw passwordRefused("an option");
    }
    AdapterOptions options = AdapterOptions.of("jdbc", OPTIONS, Set.of(), config);
    return new JdbcConfig(
        config.directory(),
        url(options),
        options.text(USER),
        options.file(PASSWORD_FILE),
        schema(options),
        (int) options.number(BATCH, 1, 1_000_000),
        options.number(CACHE, 1 << 20, 1L << 40),
        (int) options.number(RECONNECT, 0, 86_400));
  }

  public boolean isPostgres() {
    return !url.isEmpty();
  }

  private static ColophonException passwordRefused(String where) {
    return ErrorCode.BAD_REQUEST.exception(
        "the jdbc adapter takes no password as "
            + where
            + ": other users could read it in the list of processes, and it would be stored "
            + "with the store; write it into a file that only you can read, and give"
            + " password-file=FILE");
  }

  private static String url(AdapterOptions options) {
    String url = options.text(URL);
    if (SECRET.matcher(url).matches()) {
      throw passwordRefused("part of the url");
    }
    if (!url.isEmpty() && !url.startsWith(POSTGRES)) {
      throw options.refused(
          URL, "of the form " + POSTGRES + "//HOST:PORT/DATABASE, or left out for H2");
    }
    return url;
  }

  /** Checks the name of the schema, which becomes part of statements without quotes. */
  private static String schema(AdapterOptions options) {
    String schema = options.text(SCHEMA);
    if (SCHEMA_NAME.matcher(schema).matches()) {
      return schema;
    }
    throw options.refused(SCHEMA, "small letters, digits and underscores");
  }
}
