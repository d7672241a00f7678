// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.replay.state.HostProbe;

/**
 * Context of a replay.
 *
 * @param host this host's id.
 * @param boot this boot's id.
 * @param place name of the source for messages.
 * @param directory the first process's working directory.
 * @param isCommand whether the first process starts with the first line.
 * @param begunNanos start time of this replay, which distinguishes its processes if lines have no
 *     times.
 */
public record ReplaySettings(
    String host,
    String boot,
    String place,
    Bytes directory,
    boolean isCommand,
    long begunNanos,
    HostProbe probe) {

  /**
   * Returns the time before which files are older than the trace. The clock of file systems lags
   * behind that of the host.
   */
  long oldNanos() {
    return begunNanos - FileHasher.CLOCK_TICK_NANOS;
  }
}
