// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.Arrays;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Makes Linux remove set-user-id and set-group-id as if the caller changed the file directly.
 * Otherwise a mirror that root mounted would preserve these bits. A file without these bits costs
 * only a status call. Any thread, with its own request context.
 */
final class SetIdBits {
  private static final int CAP_FOWNER = 3;
  private static final int CAP_FSETID = 4;

  private final Mirror mirror;

  SetIdBits(Mirror mirror) {
    this.mirror = mirror;
  }

  /**
   * Begins a change whose request specifies whether the bits are removed.
   *
   * @return whether {@link #end} must end it
   */
  boolean begin(RequestContext request, int fd, boolean strips) {
    if (!strips || !hasAny(request, fd)) {
      return false;
    }
    // If the group may not execute the file, only a change by a caller outside the group removes
    // set-group-id.
    int group = request.status.group();
    request.assumeGroup(isInGroup(request, group) ? group : request.group);
    request.keepSetId(false, CAP_FSETID);
    return true;
  }

  /** Begins a change whose request does not specify whether the bits are removed. */
  boolean begin(RequestContext request, int fd) {
    return begin(request, fd, strips(request, fd));
  }

  /** Returns whether a change by the caller removes the bits. */
  boolean strips(RequestContext request, int fd) {
    return hasAny(request, fd) && !hasCapability(request.task, CAP_FSETID);
  }

  /** Ends a change, successful or not. */
  void end(RequestContext request, Node node, boolean hasBegun) {
    if (hasBegun) {
      request.keepSetId(true, CAP_FSETID);
      request.outdatedNode = node;
    }
  }

  /** Returns whether a caller may not remove these bits by changing the owner. */
  boolean mayNotLose(RequestContext request, int fd) {
    if (!hasAny(request, fd)
        || request.status.user() == request.user
        || hasCapability(request.task, CAP_FOWNER)) {
      return false;
    }
    int mode = request.status.mode();
    boolean losesWhoever = (mode & (Flags.S_ISUID | Flags.S_IXGRP)) != 0;
    if (losesWhoever) {
      return true;
    }
    return !isInGroup(request, request.status.group()) && !hasCapability(request.task, CAP_FSETID);
  }

  private boolean hasAny(RequestContext request, int fd) {
    return mirror.lookups.status(request, fd) == 0
        && (request.status.mode() & (Flags.S_ISUID | Flags.S_ISGID)) != 0;
  }

  /** Returns whether a thread has a capability in this process's user namespace. */
  static boolean hasCapability(int task, int capability) {
    String process = Integer.toString(task);
    String bits = ProcFiles.status(process, "CapEff");
    return !bits.isEmpty()
        && (Long.parseUnsignedLong(bits, 16) & 1L << capability) != 0
        && ProcFiles.line(process, "uid_map").equals(ProcFiles.line("self", "uid_map"));
  }

  private static boolean isInGroup(RequestContext request, int group) {
    String groups = ProcFiles.status(Integer.toString(request.task), "Groups");
    return request.group == group
        || Arrays.asList(groups.split(" ")).contains(Integer.toUnsignedString(group));
  }
}
