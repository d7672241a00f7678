package org.colophon.reporters.fuse.mirror;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/** Changes modes, owners, times and extended attributes. */
public final class AttributeOperations {
  /** A time to be set to the current time. */
  public static final long NOW = (1L << 30) - 1;

  /** A time to be kept. */
  public static final long OMIT = (1L << 30) - 2;

  /** XATTR_LIST_MAX: the longest list of names. */
  public static final int MOST_NAMES = 1 << 16;

  private static final int TIMES = 96;
  private static final int CAP_SYS_ADMIN = 21;

  /** Only the superuser may see these. */
  private static final byte[] TRUSTED = "trusted.".getBytes(StandardCharsets.US_ASCII);

  private final Mirror mirror;
  private final Os os;

  AttributeOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Sets the permission bits. */
  public int mode(Lane lane, Node node, int mode) {
    int bits = mode & 0xfff;
    return os.result(os.libc.fchmodat(Flags.AT_FDCWD, lane.descriptorPath(node.fd), bits, 0));
  }

  /** Sets owner and group; -1 keeps one of them. */
  public int owner(Lane lane, Node node, int user, int group) {
    boolean changesNothing = user == -1 && group == -1;
    if (changesNothing && !node.isFolder() && mirror.setIds.mayNotLose(lane, node.fd)) {
      return 0; // the kernel sends this before a write to another user's file
    }
    boolean mustStrip = !node.isFolder() && mirror.setIds.begin(lane, node.fd);
    int result =
        os.result(
            os.libc.fchownat(node.fd, lane.empty.address(), user, group, Flags.AT_EMPTY_PATH));
    mirror.setIds.end(lane, node, mustStrip);
    return result;
  }

  /**
   * Sets the times of access and modification.
   *
   * @param accessNanos within the second, {@link #NOW} or {@link #OMIT}
   */
  public int times(
      Lane lane, Node node, long access, long accessNanos, long change, long changeNanos) {
    lane.scratch.putLong(TIMES, access);
    lane.scratch.putLong(TIMES + 8, accessNanos);
    lane.scratch.putLong(TIMES + 16, change);
    lane.scratch.putLong(TIMES + 24, changeNanos);
    return os.result(
        os.libc.utimensat(
            node.fd, lane.empty.address(), lane.scratch.address(TIMES), Flags.AT_EMPTY_PATH));
  }

  /** Reports a change of attributes. */
  public void changed(Lane lane, Node node) {
    lane.observer.changed(lane, node);
  }

  /**
   * Sets the extended attribute of the lane's name.
   *
   * @param killsSetGroup whether the change removes set-group-id: an ACL set from outside the group
   */
  public int set(Lane lane, Node node, long value, long size, int flags, boolean killsSetGroup) {
    int result =
        os.result(
            os.libc.setxattr(lane.descriptorPath(node.fd), lane.nameAddress(), value, size, flags));
    if (result == 0) {
      if (killsSetGroup) {
        killSetGroup(lane, node);
      }
      lane.observer.changed(lane, node);
    }
    return result;
  }

  private void killSetGroup(Lane lane, Node node) {
    boolean isKnown = mirror.lookups.status(lane, node, null) == 0;
    int mode = lane.status.mode() & 0xfff;
    if (isKnown && (mode & Flags.S_ISGID) != 0) {
      mode(lane, node, mode & ~Flags.S_ISGID);
      lane.changedBehind = node;
    }
  }

  /** Reads the extended attribute of the lane's name, or its length if size is 0. */
  public int get(Lane lane, Node node, long target, long size) {
    return (int)
        os.result(os.libc.getxattr(lane.descriptorPath(node.fd), lane.nameAddress(), target, size));
  }

  /**
   * Writes the names that the caller may see into a buffer and returns their length.
   *
   * @param at offset in the buffer, followed by at least {@link #MOST_NAMES} bytes
   */
  public int list(Lane lane, Node node, NativeBuffer buffer, int at) {
    long path = lane.descriptorPath(node.fd);
    int length = (int) os.result(os.libc.listxattr(path, buffer.address(at), MOST_NAMES));
    boolean hides =
        haveTrusted(buffer, at, length) && !SetIds.hasCapability(lane.task, CAP_SYS_ADMIN);
    return hides ? dropTrusted(buffer, at, length) : length;
  }

  /** Removes the extended attribute of the lane's name. */
  public int remove(Lane lane, Node node) {
    int result = os.result(os.libc.removexattr(lane.descriptorPath(node.fd), lane.nameAddress()));
    if (result == 0) {
      lane.observer.changed(lane, node);
    }
    return result;
  }

  private static boolean haveTrusted(NativeBuffer names, int at, int length) {
    for (int name = at; name < at + length; name = names.textEnd(name)) {
      if (isTrusted(names, name)) {
        return true;
      }
    }
    return false;
  }

  /** Removes them and returns the new length. */
  private static int dropTrusted(NativeBuffer names, int at, int length) {
    int end = at;
    int next;
    for (int name = at; name < at + length; name = next) {
      next = names.textEnd(name);
      if (!isTrusted(names, name)) {
        names.copy(end, names, name, next - name);
        end += next - name;
      }
    }
    return end - at;
  }

  private static boolean isTrusted(NativeBuffer names, int name) {
    for (int i = 0; i < TRUSTED.length; i++) {
      if (names.get(name + i) != TRUSTED[i]) {
        return false; // stops at the terminating zero
      }
    }
    return true;
  }
}
