// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Priorities at the beginning of log lines, such as {@code <4>} for a warning. The journal of
 * systemd reads and removes them. Any thread.
 *
 * @see <a href="https://man7.org/linux/man-pages/man3/sd-daemon.3.html">sd-daemon(3)</a>
 */
final class JournalPriority {
  private JournalPriority() {}

  /**
   * Returns whether a file is the journal. Children of a service inherit the variable even if their
   * output goes elsewhere, so the file must be the one that the variable names.
   *
   * @param stream the variable {@code JOURNAL_STREAM}: device and inode; null if it is unset
   */
  static boolean isJournal(@Nullable String stream, Path file) {
    if (stream == null) {
      return false;
    }
    try {
      Map<String, Object> status = Files.readAttributes(file, "unix:dev,ino");
      return stream.equals(status.get("dev") + ":" + status.get("ino"));
    } catch (IOException e) {
      return false; // a closed descriptor is no journal
    }
  }

  /** Returns the text before a line of a level. */
  static String of(Level level) {
    return switch (level) {
      case ERROR -> "<3>";
      case WARNING -> "<4>";
      case INFO -> "<6>";
      default -> "<7>";
    };
  }
}
