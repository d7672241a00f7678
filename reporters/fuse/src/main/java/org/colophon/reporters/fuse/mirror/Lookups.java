package org.colophon.reporters.fuse.mirror;

import java.lang.ref.Reference;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/** Looks up inodes by name and reads their status. */
public final class Lookups {
  private static final int FLAGS = Flags.O_PATH | Flags.O_NOFOLLOW | Flags.O_CLOEXEC;

  /** A concurrent rename requires another lookup, seldom more than one. */
  private static final int TRIES = 4;

  private final Mirror mirror;
  private final Os os;

  Lookups(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /**
   * Returns the node of the lane's name for the kernel and stores its status in the lane. Returns
   * null on failure, with the reason in {@code lane.error}.
   */
  public Node find(Lane lane, Node folder) {
    Node node = meet(lane, folder);
    if (node != null && node.isFoundElsewhere) {
      node.isFoundElsewhere = false;
      lane.observer.found(lane, node);
    }
    return node;
  }

  /** Finds a node that the lane created, without reporting it as found. */
  Node findMade(Lane lane, Node folder) {
    Node node = meet(lane, folder);
    if (node != null) {
      node.isFoundElsewhere = false;
    }
    return node;
  }

  private Node meet(Lane lane, Node folder) {
    lane.error = 0;
    for (int i = 0; i < TRIES; i++) {
      Node node = find(lane, folder, mirror.nodes.changes());
      if (node != null || lane.error != 0) {
        return node;
      }
    }
    return find(lane, folder, NodeTable.ANY_TIME);
  }

  private Node find(Lane lane, Node folder, long changes) {
    int fd = os.libc.openat(folder.fd, lane.nameAddress(), FLAGS, 0);
    if (fd < 0) {
      lane.error = -os.errno();
      return null;
    }
    return meet(lane, fd, folder, lane.nameBytes(), changes);
  }

  /** Finds an open file without a name; keeps the descriptor. */
  Node meet(Lane lane, int open) {
    int flags = Flags.O_PATH | Flags.O_CLOEXEC;
    int fd = os.libc.openat(Flags.AT_FDCWD, lane.descriptorPath(open), flags, 0);
    if (fd < 0) {
      lane.error = -os.errno();
      return null;
    }
    return meet(lane, fd, null, null, NodeTable.ANY_TIME);
  }

  /** Takes the descriptor over. */
  private Node meet(Lane lane, int fd, Node folder, byte[] name, long changes) {
    int error = status(lane, fd);
    if (error < 0) {
      os.libc.close(fd);
      lane.error = error;
      return null;
    }
    return mirror.nodes.meet(fd, lane.status, folder, name, changes);
  }

  /** Stores the status of a node, or of its open file, in the lane. */
  public int status(Lane lane, Node node, OpenFile file) {
    return status(lane, file == null ? node.fd : file.fd);
  }

  int status(Lane lane, int fd) {
    return os.result(
        os.libc.statx(
            fd, lane.empty.address(), Flags.AT_EMPTY_PATH, FileStatus.MASK, lane.status.address()));
  }

  /** Returns the node of a name if the kernel knows it, with its status in the lane. */
  Node known(Lane lane, Node folder, long name) {
    int found =
        os.libc.statx(
            folder.fd, name, Flags.AT_SYMLINK_NOFOLLOW, FileStatus.MASK, lane.status.address());
    return found < 0 ? null : mirror.nodes.find(lane.status);
  }

  /**
   * Returns whether a file has lost its name in the source directly. Checks its name too, because
   * some file systems do not count links.
   */
  boolean isGone(Lane lane, Node node) {
    return status(lane, node.fd) == 0 && lane.status.links() == 0 && isNowhere(lane, node);
  }

  private boolean isNowhere(Lane lane, Node node) {
    Node folder = node.folder;
    byte[] name = node.name;
    if (folder == null || name == null) {
      return false; // removed through the mirror, or never named
    }
    NativeBuffer text = os.text(name);
    try {
      return known(lane, folder, text.address()) != node;
    } finally {
      Reference.reachabilityFence(text); // keep its memory
    }
  }

  /** Reads {@code statfs} of the source. */
  public int fileSystem(Node node, long target) {
    return os.result(os.libc.fstatfs(node.fd, target));
  }
}
