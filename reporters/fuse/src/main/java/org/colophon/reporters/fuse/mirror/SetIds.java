package org.colophon.reporters.fuse.mirror;

import java.util.Arrays;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Lets the system remove set-user-id and set-group-id where it would do so for the caller; as
 * superuser this process would keep them. Costs more than a status only for files with such bits.
 * Any thread, with its own lane.
 */
final class SetIds {
  private static final int CAP_FOWNER = 3;
  private static final int CAP_FSETID = 4;

  private final Mirror mirror;

  SetIds(Mirror mirror) {
    this.mirror = mirror;
  }

  /**
   * Begins a change for which the kernel says whether the caller keeps the bits.
   *
   * @return whether {@link #end} must end it
   */
  boolean begin(Lane lane, int fd, boolean strips) {
    if (!strips || !hasAny(lane, fd)) {
      return false;
    }
    // Without group execution, only callers outside the group lose set-group-id.
    int group = lane.status.group();
    lane.becomeGroup(isInGroup(lane, group) ? group : lane.group);
    lane.keepSetId(false, CAP_FSETID);
    return true;
  }

  /** Begins a change for which the kernel does not say so. */
  boolean begin(Lane lane, int fd) {
    return begin(lane, fd, hasAny(lane, fd) && !hasCapability(lane.task, CAP_FSETID));
  }

  /** Ends a change, successful or not. */
  void end(Lane lane, Node node, boolean hasBegun) {
    if (hasBegun) {
      lane.keepSetId(true, CAP_FSETID);
      lane.changedBehind = node;
    }
  }

  /** Returns whether a change of owner that only removes these bits is refused. */
  boolean mayNotLose(Lane lane, int fd) {
    if (!hasAny(lane, fd)
        || lane.status.user() == lane.user
        || hasCapability(lane.task, CAP_FOWNER)) {
      return false;
    }
    int mode = lane.status.mode();
    boolean losesWhoever = (mode & (Flags.S_ISUID | Flags.S_IXGRP)) != 0;
    if (losesWhoever) {
      return true;
    }
    return !isInGroup(lane, lane.status.group()) && !hasCapability(lane.task, CAP_FSETID);
  }

  private boolean hasAny(Lane lane, int fd) {
    return mirror.lookups.status(lane, fd) == 0
        && (lane.status.mode() & (Flags.S_ISUID | Flags.S_ISGID)) != 0;
  }

  /** Returns whether a thread has a capability in this process's user namespace. */
  static boolean hasCapability(int task, int capability) {
    String process = Integer.toString(task);
    String bits = ProcFiles.status(process, "CapEff");
    return !bits.isEmpty()
        && (Long.parseUnsignedLong(bits, 16) & 1L << capability) != 0
        && ProcFiles.line(process, "uid_map").equals(ProcFiles.line("self", "uid_map"));
  }

  private static boolean isInGroup(Lane lane, int group) {
    String groups = ProcFiles.status(Integer.toString(lane.task), "Groups");
    return lane.group == group
        || Arrays.asList(groups.split(" ")).contains(Integer.toUnsignedString(group));
  }
}
