// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.lang.ref.Reference;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/** Looks up inodes by name and reads their status. */
public final class Lookups {
  private static final int FLAGS = Flags.O_PATH | Flags.O_NOFOLLOW | Flags.O_CLOEXEC;

  /** Maximum number of attempts. A concurrent rename requires a second attempt, seldom more. */
  private static final int TRIES = 4;

  private final Mirror mirror;
  private final Os os;

  Lookups(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /**
   * Looks up the name in the request, registers its node for Linux, and stores its status in the
   * request. Returns null on failure, with the reason in {@code request.error}.
   */
  public @Nullable Node find(RequestContext request, Node directory) {
    Node node = register(request, directory, true);
    if (node != null && node.isFoundElsewhere) {
      node.isFoundElsewhere = false;
      request.observer.found(request, node);
    }
    return node;
  }

  @Nullable Node findMade(RequestContext request, Node directory) {
    Node node = register(request, directory, false);
    if (node != null) {
      node.isFoundElsewhere = false;
    }
    return node;
  }

  private @Nullable Node register(RequestContext request, Node directory, boolean isPerhapsKnown) {
    request.error = 0;
    for (int i = 0; i < TRIES; i++) {
      long changes = mirror.nodes.changes();
      Node known = isPerhapsKnown ? findAgain(request, directory, changes) : null;
      Node node = known == null && request.error == 0 ? find(request, directory, changes) : known;
      if (node != null || request.error != 0) {
        return node;
      }
    }
    return find(request, directory, NodeTable.ANY_TIME);
  }

  /** Finds a node that is known already, which takes a single call. */
  private @Nullable Node findAgain(RequestContext request, Node directory, long changes) {
    request.error = Math.min(0, status(request, directory, request.nameAddress()));
    return request.error < 0
        ? null
        : mirror.nodes.again(request.status, directory, request.nameBytes(), changes);
  }

  private @Nullable Node find(RequestContext request, Node directory, long changes) {
    int fd = open(request, directory);
    if (fd < 0) {
      request.error = -os.errno();
      return null;
    }
    return register(request, fd, directory, request.nameBytes(), changes);
  }

  /** Returns a descriptor of the name in the request, without access to its content. */
  int open(RequestContext request, Node directory) {
    return os.libc.openat(directory.fd, request.nameAddress(), FLAGS, 0);
  }

  /** Registers the node of an open file without a name. Does not close the descriptor. */
  @Nullable Node register(RequestContext request, int open) {
    int flags = Flags.O_PATH | Flags.O_CLOEXEC;
    int fd = os.libc.openat(Flags.AT_FDCWD, request.descriptorPath(open), flags, 0);
    if (fd < 0) {
      request.error = -os.errno();
      return null;
    }
    return register(request, fd, null, null, NodeTable.ANY_TIME);
  }

  /** Registers a node, which takes over the descriptor. Closes the descriptor on failure. */
  private @Nullable Node register(
      RequestContext request,
      int fd,
      @Nullable Node directory,
      byte @Nullable [] name,
      long changes) {
    int error = status(request, fd);
    if (error < 0) {
      os.libc.close(fd);
      request.error = error;
      return null;
    }
    return mirror.nodes.register(fd, request.status, directory, name, changes);
  }

  public int status(RequestContext request, Node node, @Nullable OpenFile file) {
    return status(request, file == null ? node.fd : file.fd);
  }

  int status(RequestContext request, int fd) {
    return status(os, request, fd);
  }

  static int status(Os os, RequestContext request, int fd) {
    return os.result(
        os.libc.statx(
            fd,
            request.empty.address(),
            Flags.AT_EMPTY_PATH,
            FileStatus.MASK,
            request.status.address()));
  }

  private int status(RequestContext request, Node directory, long name) {
    return os.result(
        os.libc.statx(
            directory.fd,
            name,
            Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_NO_AUTOMOUNT,
            FileStatus.MASK,
            request.status.address()));
  }

  @Nullable Node findKnown(RequestContext request, Node directory, long name) {
    int error = status(request, directory, name);
    return error < 0 ? null : mirror.nodes.find(request.status);
  }

  /**
   * Returns whether a file's name was removed in the source directly. Checks the name as well as
   * the link count, because some file systems do not count links.
   */
  boolean isGone(RequestContext request, Node node) {
    return status(request, node.fd) == 0 && request.status.links() == 0 && isNowhere(request, node);
  }

  private boolean isNowhere(RequestContext request, Node node) {
    Node directory = node.directory;
    byte[] name = node.name;
    if (directory == null || name == null) {
      return false; // removed through the mirror, or without a name
    }
    NativeBuffer text = os.text(name);
    try {
      return findKnown(request, directory, text.address()) != node;
    } finally {
      Reference.reachabilityFence(text); // keep its memory
    }
  }

  /** Reads {@code statfs} of the source. */
  public int fileSystem(Node node, long target) {
    return os.result(os.libc.fstatfs(node.fd, target));
  }
}
