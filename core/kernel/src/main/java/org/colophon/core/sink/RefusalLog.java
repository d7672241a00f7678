// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Logs the first few refusals of a sink and only counts the others. Used only by the sink's thread.
 */
final class RefusalLog {
  private static final Logger LOG = System.getLogger(RefusalLog.class.getName());
  private static final int MAX_LOGGED = 5;

  private final String reporter;
  private long count;

  RefusalLog(String reporter) {
    this.reporter = reporter;
  }

  void log(String place, String problem) {
    if (++count <= MAX_LOGGED) {
      LOG.log(Level.WARNING, "{0}: {1}: {2}", reporter, place, problem);
    } else if (count == MAX_LOGGED + 1) {
      LOG.log(Level.WARNING, "{0}: more input refused; counted from here on", reporter);
    }
  }
}
