package org.colophon.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.ResourceBundle;

/**
 * Sends what the modules log to standard error as remarks, from warnings on. Spares commands the
 * start of java.util.logging, and people its two-line records.
 */
public final class RemarkLoggerFinder extends System.LoggerFinder {
  private final PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  /** For {@link java.util.ServiceLoader}. */
  public RemarkLoggerFinder() {}

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new RemarkLogger(name, err);
  }

  /** Shows the message, and the stack trace where COLOPHON_DEBUG is set. */
  private record RemarkLogger(String name, PrintStream err) implements System.Logger {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.getSeverity() >= Level.WARNING.getSeverity();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      if (isLoggable(level)) {
        err.println("colophon: " + message);
        if (thrown != null && System.getenv("COLOPHON_DEBUG") != null) {
          thrown.printStackTrace(err);
        }
      }
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
