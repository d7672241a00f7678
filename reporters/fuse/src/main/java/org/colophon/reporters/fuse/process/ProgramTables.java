// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import org.colophon.reporters.common.os.Os;

/** Creates the best program table that this user's rights allow. */
public final class ProgramTables {
  private ProgramTables() {}

  /**
   * Creates a table.
   *
   * @param host this host's id
   * @param boot this boot's id
   * @param ancestors detail recorded for ancestors of the programs that use the mount
   */
  public static ProgramTable table(Os os, String host, String boot, AncestorDetail ancestors) {
    ProgramDeclarer declarer = new ProgramDeclarer(host, boot, ancestors);
    PerfEvents events = PerfEvents.open(os);
    int self = os.libc.getpid();
    return events == null
        ? new PolledPrograms(declarer, self)
        : new WatchedPrograms(events, declarer, self);
  }
}
