// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

/** Format of a service's log lines. */
public enum LogFormat {
  /** Time, level, logger and message as plain text. */
  TEXT,
  /** A JSON object on each line, for programs. */
  JSON
}
