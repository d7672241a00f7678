// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.function.Supplier;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/**
 * Context of one serving thread: the caller, the names of the request, and buffers. Belongs to its
 * thread.
 *
 * <p>A mirror that root mounted creates files with the caller's user and group. For that, the
 * thread assumes the caller's file system ids. It retains its own capabilities, because Linux has
 * already checked permissions. Linux has not checked disk space, so the thread drops the right to
 * exceed quotas and reserves.
 */
public final class RequestContext {
  private static final int CLONE_FS = 0x200;
  private static final int PR_SET_SECUREBITS = 28;
  private static final int NO_SETUID_FIXUP = 4;
  private static final int CAP_SYS_RESOURCE = 24;
  private static final int CAPABILITY_VERSION = 0x20080522;
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final int CAPGET = IS_ARM ? 90 : 125;
  private static final int CAPSET = IS_ARM ? 91 : 126;
  private static final int SETGROUPS = IS_ARM ? 159 : 116;
  private static final byte[] PROC =
      "/proc/self/fd/".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private final Os os;
  private final boolean isRoot;
  private final boolean hasOwnUmask;
  private final NativeBuffer path;
  final NativeBuffer empty;
  final NativeBuffer scratch;

  /** The observer of operations. */
  public final MirrorObserver observer;

  /** The status found by the last operation. */
  public final FileStatus status;

  /** Value of {@link #task} for writes that Linux makes without a caller. */
  public static final int NOBODY = -1;

  /** Thread id of the caller; 0 if not visible, or {@link #NOBODY}. */
  public int task;

  /** Negative error number of the last operation that returned null. */
  public int error;

  /** A node whose cached status Linux must drop; null if none. */
  public @Nullable Node outdatedNode;

  /** Promise to wait for before the reply; see {@link MirrorObserver#keep}. */
  public long promise;

  public int user;
  public int group;
  public int umask;

  private NativeBuffer nameBuffer;
  private int nameOffset;
  private NativeBuffer otherBuffer;
  private int otherOffset;
  private final int ownGroup;
  private int currentUser;
  private int currentGroup;
  private int currentUmask;

  private RequestContext(Os os, MirrorObserver observer, boolean isRoot, boolean hasOwnUmask) {
    this.os = os;
    this.observer = observer;
    this.isRoot = isRoot;
    this.hasOwnUmask = hasOwnUmask;
    this.path = os.buffer(PROC.length + 16);
    this.empty = os.buffer(8);
    this.nameBuffer = empty;
    this.otherBuffer = empty;
    this.scratch = os.buffer(256);
    this.status = new FileStatus(os.buffer(FileStatus.SIZE));
    path.put(0, PROC);
    if (hasOwnUmask) {
      currentUmask = 0;
      os.libc.umask(0);
    }
    if (isRoot) {
      os.libc.syscall(SETGROUPS, 0, 0, 0, 0, 0, 0); // drops groups that callers lack
      os.libc.prctl(PR_SET_SECUREBITS, NO_SETUID_FIXUP, 0, 0, 0);
      keep(CAP_SYS_RESOURCE, false);
    }
    ownGroup = os.libc.getegid();
    currentGroup = ownGroup;
    currentUser = os.libc.geteuid();
  }

  /** Creates the context of the calling thread. From then on, the thread only serves requests. */
  public static RequestContext of(Os os, MirrorObserver observer) {
    boolean hasOwnUmask = os.libc.unshare(CLONE_FS) == 0; // a container may forbid it
    return new RequestContext(os, observer, os.libc.geteuid() == 0, hasOwnUmask);
  }

  /** Creates a context that does not change the ids and capabilities of its thread. */
  static RequestContext plain(Os os) {
    return plain(os, MirrorObserver.NONE);
  }

  static RequestContext plain(Os os, MirrorObserver observer) {
    return new RequestContext(os, observer, false, false);
  }

  public void caller(int taskId, int userId, int groupId) {
    task = taskId;
    user = userId;
    group = groupId;
  }

  /** Sets the zero-terminated name of the next operation. */
  public void name(NativeBuffer buffer, int offset) {
    nameBuffer = buffer;
    nameOffset = offset;
  }

  /** Sets the second name of the next operation: the new name, or a link's target. */
  public void otherName(NativeBuffer buffer, int offset) {
    otherBuffer = buffer;
    otherOffset = offset;
  }

  long nameAddress() {
    return nameBuffer.address(nameOffset);
  }

  byte[] nameBytes() {
    return nameBuffer.text(nameOffset);
  }

  long otherAddress() {
    return otherBuffer.address(otherOffset);
  }

  byte[] otherBytes() {
    return otherBuffer.text(otherOffset);
  }

  /** Returns a path to a descriptor's file, valid until the next call. */
  long descriptorPath(int fd) {
    path.putDecimal(PROC.length, fd);
    return path.address();
  }

  /** Makes the caller the owner of files that are created from now on. */
  void assumeCallerIds() {
    assumeGroup(group);
    assumeUser(user);
    if (hasOwnUmask && currentUmask != umask) {
      os.libc.umask(umask);
      currentUmask = umask;
    }
  }

  /** Makes a group the owner of files that are created from now on. */
  void assumeGroup(int wanted) {
    if (isRoot && currentGroup != wanted) {
      os.libc.setfsgid(wanted);
      currentGroup = wanted;
    }
  }

  /** Runs a query with this process's own ids. */
  public <T> T withOwnIds(Supplier<T> question) {
    int user = currentUser;
    int group = currentGroup;
    assumeUser(0);
    assumeGroup(ownGroup);
    try {
      return question.get();
    } finally {
      assumeUser(user);
      assumeGroup(group);
    }
  }

  private void assumeUser(int wanted) {
    if (isRoot && currentUser != wanted) {
      os.libc.setfsuid(wanted);
      currentUser = wanted;
    }
  }

  /** Sets whether writes and truncations keep set-user-id and set-group-id. */
  void keepSetId(boolean keeps, int capability) {
    if (isRoot) {
      keep(capability, keeps);
    }
  }

  private void keep(int capability, boolean keeps) {
    scratch.putInt(32, CAPABILITY_VERSION);
    scratch.putInt(36, 0);
    os.libc.syscall(CAPGET, scratch.address(32), scratch.address(64), 0, 0, 0, 0);
    int bit = 1 << capability;
    int effective = scratch.getInt(64);
    scratch.putInt(64, keeps ? effective | bit : effective & ~bit);
    os.libc.syscall(CAPSET, scratch.address(32), scratch.address(64), 0, 0, 0, 0);
  }

  /** Applies the umask to a mode, unless the system does so for this thread. */
  int masked(int mode) {
    return hasOwnUmask ? mode : mode & ~umask;
  }
}
