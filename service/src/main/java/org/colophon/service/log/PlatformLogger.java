package org.colophon.service.log;

import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * One logger of the web server. What it calls information concerns itself, so that counts as
 * detail; its warnings stay warnings.
 */
final class PlatformLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  private final transient System.Logger logger;

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
    String message = MessageFormatter.basicArrayFormat(pattern, arguments);
    logger.log(level(level), message, thrown);
  }
}
