package org.colophon.reporters.fuse.mirror;

import org.colophon.reporters.fuse.os.Flags;

/**
 * Has the system take set-user-id and set-group-id from a file with the change that is about to be
 * made, where it would do so for the caller: this process, as the superuser, would leave them.
 * Costs more than a status only where a file has such a bit. Any thread, with its own lane.
 */
final class SetIds {
  private static final int CAP_FOWNER = 3;
  private static final int CAP_FSETID = 4;

  private final Mirror mirror;

  SetIds(Mirror mirror) {
    this.mirror = mirror;
  }

  /**
   * Begins a change of which the kernel says whether its caller keeps the bits.
   *
   * @return whether {@link #end} must end it
   */
  boolean begin(Lane lane, int fd, boolean strips) {
    if (!strips || !hasAny(lane, fd)) {
      return false;
    }
    // Without execution by the group, only those outside the group lose set-group-id.
    int group = lane.status.group();
    lane.becomeGroup(Callers.isInGroup(lane, group) ? group : lane.group);
    lane.keepSetId(false, CAP_FSETID);
    return true;
  }

  /** Begins a change of which the kernel does not say it. */
  boolean begin(Lane lane, int fd) {
    return begin(lane, fd, hasAny(lane, fd) && !Callers.has(lane.task, CAP_FSETID));
  }

  /** The change was made, or failed. */
  void end(Lane lane, Node node, boolean hasBegun) {
    if (hasBegun) {
      lane.keepSetId(true, CAP_FSETID);
      lane.changedBehind = node;
    }
  }

  /** Whether a change of owner that changes nothing but these bits is refused. */
  boolean mayNotLose(Lane lane, int fd) {
    if (!hasAny(lane, fd)
        || lane.status.user() == lane.user
        || Callers.has(lane.task, CAP_FOWNER)) {
      return false;
    }
    int mode = lane.status.mode();
    boolean losesWhoever = (mode & (Flags.S_ISUID | Flags.S_IXGRP)) != 0;
    if (losesWhoever) {
      return true;
    }
    return !Callers.isInGroup(lane, lane.status.group()) && !Callers.has(lane.task, CAP_FSETID);
  }

  private boolean hasAny(Lane lane, int fd) {
    return mirror.lookups.status(lane, fd) == 0
        && (lane.status.mode() & (Flags.S_ISUID | Flags.S_ISGID)) != 0;
  }
}
