package org.colophon.reporters.fuse.process;

import org.colophon.reporters.common.os.Os;

/** Creates the program table that this user's rights allow. */
public final class Programs {
  private Programs() {}

  /**
   * Creates a table.
   *
   * @param host this host's id
   * @param boot this boot's id
   * @param ancestors detail recorded for programs that started those in the mount
   */
  public static ProgramTable table(Os os, String host, String boot, Ancestors ancestors) {
    Declarer declarer = new Declarer(host, boot, ancestors);
    PerfEvents events = PerfEvents.open(os);
    int self = os.libc.getpid();
    return events == null
        ? new PolledPrograms(declarer, self)
        : new WatchedPrograms(events, declarer, self);
  }
}
