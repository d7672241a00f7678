package org.colophon.service.log;

import org.colophon.core.model.Bytes;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger of Jetty. Its information counts as detail. Its warnings may quote callers, so they are
 * escaped and limited to a number per minute.
 */
final class PlatformLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  private static final int MAX_WARNINGS_A_MINUTE = 10;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final transient System.Logger logger;
  private long minuteBegan = System.nanoTime();
  private int warnings;

  PlatformLogger(String name) {
    this.name = name;
    this.logger = System.getLogger(name);
  }

  private static System.Logger.Level level(Level level) {
    return switch (level) {
      case ERROR -> System.Logger.Level.ERROR;
      case WARN -> System.Logger.Level.WARNING;
      case INFO -> System.Logger.Level.DEBUG;
      default -> System.Logger.Level.TRACE;
    };
  }

  private boolean isEnabled(Level level) {
    return logger.isLoggable(level(level));
  }

  @Override
  public boolean isTraceEnabled() {
    return isEnabled(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return isEnabled(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return isEnabled(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return isEnabled(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return isEnabled(Level.ERROR);
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
    String message = Bytes.of(MessageFormatter.basicArrayFormat(pattern, arguments)).display();
    boolean isTooMuch = level == Level.WARN && !mayWarn();
    logger.log(isTooMuch ? System.Logger.Level.DEBUG : level(level), message, thrown);
  }

  private synchronized boolean mayWarn() {
    long now = System.nanoTime();
    if (now - minuteBegan > MINUTE_NANOS) {
      minuteBegan = now;
      warnings = 0;
    }
    return ++warnings <= MAX_WARNINGS_A_MINUTE;
  }
}
