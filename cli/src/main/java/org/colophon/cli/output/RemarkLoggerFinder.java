// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.ResourceBundle;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log of all modules to standard error. A command prints only warnings and errors, as
 * remarks. A service logs all messages from level INFO on. Compared with java.util.logging, this
 * starts faster and uses a single line per message.
 *
 * <p>A line in a service's log is {@code 2026-11-21T09:30:00.123Z INFO Service: listening on ...}:
 * UTC time, level, class, and message with escaped line ends. In the journal of systemd, each line
 * begins with a {@linkplain JournalPriority priority}.
 */
public final class RemarkLoggerFinder extends System.LoggerFinder {
  /**
   * System property with the log format of a service: {@code TEXT}, or {@code JSON} for an object
   * on each line.
   */
  public static final String AS_LOG = "colophon.log";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
  private final boolean isJournal =
      JournalPriority.isJournal(System.getenv("JOURNAL_STREAM"), Path.of("/proc/self/fd/2"));

  /** Used by {@link java.util.ServiceLoader}. */
  public RemarkLoggerFinder() {}

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new RemarkLogger(name, err, isJournal);
  }

  /** Prints messages, and stack traces if COLOPHON_DEBUG is set. */
  private record RemarkLogger(String name, PrintStream err, boolean isJournal)
      implements System.Logger {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      Level least = System.getProperty(AS_LOG) != null ? Level.INFO : Level.WARNING;
      return level.getSeverity() >= least.getSeverity();
    }

    @Override
    public void log(
        Level level, ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      if (isLoggable(level)) {
        String format = System.getProperty(AS_LOG, "");
        String priority = isJournal ? JournalPriority.of(level) : "";
        err.println(priority + line(format, level, message, thrown));
        if (thrown != null && !format.equals("JSON") && System.getenv("COLOPHON_DEBUG") != null) {
          thrown.printStackTrace(err);
        }
      }
    }

    private String line(String format, Level level, String message, @Nullable Throwable thrown) {
      return switch (format) {
        case "" -> "colophon: " + DisplayText.message(message);
        case "JSON" ->
            JsonLogLine.of(
                TIME.format(Instant.now()), level, name, String.valueOf(message), thrown);
        default -> textLine(level, message, thrown);
      };
    }

    private String textLine(Level level, String message, @Nullable Throwable thrown) {
      String who = name.substring(name.lastIndexOf('.') + 1);
      String cause = thrown == null ? "" : " (" + thrown + ")";
      return TIME.format(Instant.now())
          + " "
          + level
          + " "
          + who
          + ": "
          + DisplayText.text(message + cause);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      boolean isPlain = parameters == null || parameters.length == 0;
      log(
          level,
          bundle,
          isPlain ? format : MessageFormat.format(format, parameters),
          (Throwable) null);
    }
  }
}
