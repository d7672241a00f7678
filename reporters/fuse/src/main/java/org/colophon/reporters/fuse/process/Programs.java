package org.colophon.reporters.fuse.process;

import org.colophon.reporters.fuse.os.Os;

/** Makes the table that this user's rights allow. */
public final class Programs {
  private Programs() {}

  /**
   * A table that knows programs from now on.
   *
   * @param host this machine's id, for identities
   * @param boot this boot's id, for identities
   */
  public static ProgramTable table(Os os, String host, String boot) {
    Declarer declarer = new Declarer(host, boot);
    PerfEvents events = PerfEvents.open(os);
    int self = os.libc.getpid();
    return events == null
        ? new PolledPrograms(declarer, self)
        : new WatchedPrograms(events, declarer, self);
  }
}
