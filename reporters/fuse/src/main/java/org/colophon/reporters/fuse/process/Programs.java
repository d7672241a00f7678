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
   * @param ancestors how much is recorded of programs that led to those in the mount
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
