package org.colophon.reporters.fuse.mirror;

import java.util.function.Supplier;
import org.colophon.reporters.fuse.os.FileStatus;
import org.colophon.reporters.fuse.os.NativeBuffer;
import org.colophon.reporters.fuse.os.Os;

/**
 * What one thread of the mirror works with: who asks, the names that it asks about, room for what
 * the system answers. Belongs to its thread.
 *
 * <p>Where the mirror runs as root, what is created belongs to who asked for it: the thread takes
 * on the caller's user and group for the file system, and keeps its capabilities, since the kernel
 * has checked the caller's permission before it asked. Of room nobody has checked anything: the
 * thread gives up the right to more than quotas and reserves leave to a user.
 */
public final class Lane {
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

  /** Who is told what happens. */
  public final MirrorObserver observer;

  /** What the last operation that answers with a status found. */
  public final FileStatus status;

  /** Stands for a thread id: what the kernel does in its own time, for nobody in particular. */
  public static final int NOBODY = -1;

  /** Thread id of who asks, 0 if that one cannot be seen from here, or {@link #NOBODY}. */
  public int task;

  /** Why the last operation that answers null found nothing: a negative error number. */
  public int error;

  /** A node whose status the kernel must not go on believing, null if none. */
  public Node changedBehind;

  /** What must be kept before the answer goes out: see {@link MirrorObserver#keep}. */
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

  private Lane(Os os, MirrorObserver observer, boolean isRoot, boolean hasOwnUmask) {
    this.os = os;
    this.observer = observer;
    this.isRoot = isRoot;
    this.hasOwnUmask = hasOwnUmask;
    this.path = os.buffer(PROC.length + 16);
    this.empty = os.buffer(8);
    this.scratch = os.buffer(256);
    this.status = new FileStatus(os.buffer(FileStatus.SIZE));
    path.put(0, PROC);
    if (hasOwnUmask) {
      currentUmask = 0;
      os.libc.umask(0);
    }
    if (isRoot) {
      os.libc.syscall(SETGROUPS, 0, 0, 0, 0, 0, 0); // of this thread: callers are in none of them
      os.libc.prctl(PR_SET_SECUREBITS, NO_SETUID_FIXUP, 0, 0, 0);
      keep(CAP_SYS_RESOURCE, false);
    }
    ownGroup = os.libc.getegid();
    currentGroup = ownGroup;
    currentUser = os.libc.geteuid();
  }

  /** A lane for the calling thread, which serves from here on and does nothing else. */
  public static Lane of(Os os, MirrorObserver observer) {
    boolean hasOwnUmask = os.libc.unshare(CLONE_FS) == 0; // a container may forbid it
    return new Lane(os, observer, os.libc.geteuid() == 0, hasOwnUmask);
  }

  /** A lane for a thread that stays as it is. */
  static Lane plain(Os os) {
    return new Lane(os, MirrorObserver.NONE, false, false);
  }

  /** Says who asks. */
  public void caller(int taskId, int userId, int groupId) {
    task = taskId;
    user = userId;
    group = groupId;
  }

  /** The name that the next operation is about, ended by a zero. */
  public void name(NativeBuffer buffer, int offset) {
    nameBuffer = buffer;
    nameOffset = offset;
  }

  /** The second name of the next operation: the new one, or a link's target. */
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

  /** The path of a descriptor's file, whatever it is called. Valid until the next call. */
  long descriptorPath(int fd) {
    path.putDecimal(PROC.length, fd);
    return path.address();
  }

  /** What is created from here on belongs to who asks. */
  void becomeCaller() {
    becomeGroup(group);
    becomeUser(user);
    if (hasOwnUmask && currentUmask != umask) {
      os.libc.umask(umask);
      currentUmask = umask;
    }
  }

  /** What is created from here on belongs to a group. */
  void becomeGroup(int wanted) {
    if (isRoot && currentGroup != wanted) {
      os.libc.setfsgid(wanted);
      currentGroup = wanted;
    }
  }

  /** Answers what is found with this process's own rights. */
  public <T> T asSelf(Supplier<T> question) {
    int user = currentUser;
    int group = currentGroup;
    becomeUser(0);
    becomeGroup(ownGroup);
    try {
      return question.get();
    } finally {
      becomeUser(user);
      becomeGroup(group);
    }
  }

  private void becomeUser(int wanted) {
    if (isRoot && currentUser != wanted) {
      os.libc.setfsuid(wanted);
      currentUser = wanted;
    }
  }

  /**
   * Whether what this thread writes and truncates keeps its set-user-id and set-group-id bits, as
   * it does for the superuser.
   */
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

  /** The bits of a mode that the umask leaves, where the system does not do it for this thread. */
  int masked(int mode) {
    return hasOwnUmask ? mode : mode & ~umask;
  }
}
