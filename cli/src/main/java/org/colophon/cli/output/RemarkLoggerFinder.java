package org.colophon.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.ResourceBundle;
import org.colophon.query.text.DisplayText;

/**
 * Sends the log of all modules to standard error. A command prints warnings and worse as remarks; a
 * service logs all from level INFO on. This avoids the start time of java.util.logging and its
 * two-line format.
 *
 * <p>A line of a service's log is {@code 2026-11-21T09:30:00.123Z INFO Service: listening on ...}:
 * time in UTC, level, class, and the message with line ends escaped.
 */
public final class RemarkLoggerFinder extends System.LoggerFinder {
  /**
   * System property with the format of a service's log: {@code TEXT}, or {@code JSON} for one
   * object per line.
   */
  public static final String AS_LOG = "colophon.log";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  /** For {@link java.util.ServiceLoader}. */
  public RemarkLoggerFinder() {}

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new RemarkLogger(name, err);
  }

  /** Prints the message, and the stack trace if COLOPHON_DEBUG is set. */
  private record RemarkLogger(String name, PrintStream err) implements System.Logger {
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
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      if (isLoggable(level)) {
        String format = System.getProperty(AS_LOG, "");
        err.println(line(format, level, message, thrown));
        if (thrown != null && !format.equals("JSON") && System.getenv("COLOPHON_DEBUG") != null) {
          thrown.printStackTrace(err);
        }
      }
    }

    private String line(String format, Level level, String message, Throwable thrown) {
      return switch (format) {
        case "" -> "colophon: " + DisplayText.message(message);
        case "JSON" ->
            JsonLogLine.of(
                TIME.format(Instant.now()), level, name, String.valueOf(message), thrown);
        default -> textLine(level, message, thrown);
      };
    }

    private String textLine(Level level, String message, Throwable thrown) {
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
