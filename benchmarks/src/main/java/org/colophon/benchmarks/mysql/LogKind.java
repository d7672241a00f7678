// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.util.List;

/** Kinds of logs that a server writes. */
enum LogKind {
  NONE("no log"),
  GENERAL("general log"),
  AUDIT("server_audit");

  /** Size limit for a whole log. By default the plug-in keeps only the last ten million bytes. */
  private static final long WHOLE_LOG = 1L << 40;

  final String title;

  LogKind(String title) {
    this.title = title;
  }

  /** Returns the statements that configure MariaDB to write only this log, into a new file. */
  List<String> statements(Path file) {
    return switch (this) {
      case NONE -> List.of("SET GLOBAL general_log = OFF", "SET GLOBAL server_audit_logging = OFF");
      case GENERAL ->
          List.of(
              "SET GLOBAL server_audit_logging = OFF",
              "SET GLOBAL general_log_file = '" + file + "'",
              "SET GLOBAL general_log = ON");
      case AUDIT ->
          List.of(
              "SET GLOBAL general_log = OFF",
              "SET GLOBAL server_audit_file_rotate_size = " + WHOLE_LOG,
              "SET GLOBAL server_audit_file_path = '" + file + "'",
              "SET GLOBAL server_audit_logging = ON");
    };
  }
}
