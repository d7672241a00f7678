package org.colophon.service.config;

/** Format of a service's log lines. */
public enum LogFormat {
  /** Time, level, logger and message as plain text. */
  TEXT,
  /** One JSON object a line, for programs. */
  JSON
}
