// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.log;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * SLF4J provider for Jetty, which logs to {@link System.Logger}. SLF4J itself has no such provider.
 */
public final class PlatformLoggers implements SLF4JServiceProvider {
  private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();

  /** Used by {@link java.util.ServiceLoader}. */
  public PlatformLoggers() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> loggers.computeIfAbsent(name, PlatformLogger::new);
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}

  /**
   * A logger for Jetty. It logs Jetty's INFO messages as DEBUG. Warnings may contain text of
   * callers, so they are escaped, and their number per minute is limited.
   */
  private static final class PlatformLogger extends LegacyAbstractLogger {
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
    protected @Nullable String getFullyQualifiedCallerName() {
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
}
