// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/** Changes modes, owners, times and extended attributes. */
public final class AttributeOperations {
  /** Value that sets a time to the current time. */
  public static final long NOW = (1L << 30) - 1;

  /** Value that leaves a time unchanged. */
  public static final long OMIT = (1L << 30) - 2;

  /** XATTR_LIST_MAX: the longest list of names. */
  public static final int MAX_NAMES_BYTES = 1 << 16;

  private static final int TIMES = 96;
  private static final int CAP_SYS_ADMIN = 21;

  /** Prefix of the attributes that only the superuser may see. */
  private static final byte[] TRUSTED = "trusted.".getBytes(StandardCharsets.US_ASCII);

  private final Mirror mirror;
  private final Os os;

  AttributeOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Sets the permission bits. */
  public int mode(RequestContext request, Node node, int mode) {
    int bits = mode & 0xfff;
    return os.result(os.libc.fchmodat(Flags.AT_FDCWD, request.descriptorPath(node.fd), bits, 0));
  }

  /** Sets owner and group; -1 leaves one of them unchanged. */
  public int owner(RequestContext request, Node node, int user, int group) {
    boolean changesNothing = user == -1 && group == -1;
    if (changesNothing && !node.isDirectory() && mirror.setIds.mayNotLose(request, node.fd)) {
      return 0; // the kernel sends this before a write to another user's file
    }
    boolean mustStrip = !node.isDirectory() && mirror.setIds.begin(request, node.fd);
    int result =
        os.result(
            os.libc.fchownat(node.fd, request.empty.address(), user, group, Flags.AT_EMPTY_PATH));
    mirror.setIds.end(request, node, mustStrip);
    return result;
  }

  /**
   * Sets the times of access and modification.
   *
   * @param accessNanos nanoseconds within the second, {@link #NOW} or {@link #OMIT}
   */
  public int times(
      RequestContext request,
      Node node,
      long access,
      long accessNanos,
      long change,
      long changeNanos) {
    request.scratch.putLong(TIMES, access);
    request.scratch.putLong(TIMES + 8, accessNanos);
    request.scratch.putLong(TIMES + 16, change);
    request.scratch.putLong(TIMES + 24, changeNanos);
    return os.result(
        os.libc.utimensat(
            node.fd, request.empty.address(), request.scratch.address(TIMES), Flags.AT_EMPTY_PATH));
  }

  public void changed(RequestContext request, Node node) {
    request.observer.changed(request, node);
  }

  /**
   * Sets the extended attribute whose name is in the request.
   *
   * @param killsSetGroup whether the change removes set-group-id, as when a caller outside the
   *     group sets an ACL
   */
  public int set(
      RequestContext request, Node node, long value, long size, int flags, boolean killsSetGroup) {
    int result =
        os.result(
            os.libc.setxattr(
                request.descriptorPath(node.fd), request.nameAddress(), value, size, flags));
    if (result == 0) {
      if (killsSetGroup) {
        killSetGroup(request, node);
      }
      request.observer.changed(request, node);
    }
    return result;
  }

  private void killSetGroup(RequestContext request, Node node) {
    boolean isKnown = mirror.lookups.status(request, node, null) == 0;
    int mode = request.status.mode() & 0xfff;
    if (isKnown && (mode & Flags.S_ISGID) != 0) {
      mode(request, node, mode & ~Flags.S_ISGID);
      request.outdatedNode = node;
    }
  }

  /**
   * Reads the extended attribute whose name is in the request. If {@code size} is 0, returns only
   * the length of the value.
   */
  public int get(RequestContext request, Node node, long target, long size) {
    return (int)
        os.result(
            os.libc.getxattr(request.descriptorPath(node.fd), request.nameAddress(), target, size));
  }

  /**
   * Writes the names that the caller may see into a buffer and returns their length.
   *
   * @param at offset in the buffer, followed by at least {@link #MAX_NAMES_BYTES} bytes
   */
  public int list(RequestContext request, Node node, NativeBuffer buffer, int at) {
    long path = request.descriptorPath(node.fd);
    int length = (int) os.result(os.libc.listxattr(path, buffer.address(at), MAX_NAMES_BYTES));
    boolean hides =
        haveTrusted(buffer, at, length) && !SetIdBits.hasCapability(request.task, CAP_SYS_ADMIN);
    return hides ? dropTrusted(buffer, at, length) : length;
  }

  /** Removes the extended attribute whose name is in the request. */
  public int remove(RequestContext request, Node node) {
    int result =
        os.result(os.libc.removexattr(request.descriptorPath(node.fd), request.nameAddress()));
    if (result == 0) {
      request.observer.changed(request, node);
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

  /** Removes names of trusted attributes from the list and returns its new length. */
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
