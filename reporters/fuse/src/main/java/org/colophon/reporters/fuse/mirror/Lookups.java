package org.colophon.reporters.fuse.mirror;

import java.lang.ref.Reference;
import org.colophon.reporters.fuse.os.FileStatus;
import org.colophon.reporters.fuse.os.Flags;
import org.colophon.reporters.fuse.os.NativeBuffer;
import org.colophon.reporters.fuse.os.Os;

/** Finds inodes by name and says what they are like. */
public final class Lookups {
  private static final int FLAGS = Flags.O_PATH | Flags.O_NOFOLLOW | Flags.O_CLOEXEC;

  /** Names change while one is looked up, so that it must be looked up again: seldom, and once. */
  private static final int TRIES = 4;

  private final Mirror mirror;
  private final Os os;

  Lookups(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /**
   * The node under the lane's name in a folder; its status is in the lane. The kernel is told of
   * it. Null if there is none; why is in {@code lane.error}.
   */
  public Node find(Lane lane, Node folder) {
    Node node = meet(lane, folder);
    if (node != null && node.isFoundElsewhere) {
      node.isFoundElsewhere = false;
      lane.observer.found(lane, node);
    }
    return node;
  }

  /** The same for a name that the lane itself made, of which more is told than that it is there. */
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

  /** The same for a file that has no name but is open under a descriptor, which is left alone. */
  Node meet(Lane lane, int open) {
    int flags = Flags.O_PATH | Flags.O_CLOEXEC;
    int fd = os.libc.openat(Flags.AT_FDCWD, lane.descriptorPath(open), flags, 0);
    if (fd < 0) {
      lane.error = -os.errno();
      return null;
    }
    return meet(lane, fd, null, null, NodeTable.ANY_TIME);
  }

  /** The same for a descriptor, which is taken over. */
  private Node meet(Lane lane, int fd, Node folder, byte[] name, long changes) {
    int error = status(lane, fd);
    if (error < 0) {
      os.libc.close(fd);
      lane.error = error;
      return null;
    }
    return mirror.nodes.meet(fd, lane.status, folder, name, changes);
  }

  /** Puts the status of a node, or of a file open on it, into the lane. */
  public int status(Lane lane, Node node, OpenFile file) {
    return status(lane, file == null ? node.fd : file.fd);
  }

  int status(Lane lane, int fd) {
    return os.result(
        os.libc.statx(
            fd, lane.empty.address(), Flags.AT_EMPTY_PATH, FileStatus.MASK, lane.status.address()));
  }

  /** The node that a name leads to, if the kernel knows it; its status is in the lane then. */
  Node known(Lane lane, Node folder, long name) {
    int found =
        os.libc.statx(
            folder.fd, name, Flags.AT_SYMLINK_NOFOLLOW, FileStatus.MASK, lane.status.address());
    return found < 0 ? null : mirror.nodes.find(lane.status);
  }

  /**
   * Whether a file has no name any more though it was not removed through the mirror. There are
   * file systems that count no links, so its name is asked as well.
   */
  boolean isGone(Lane lane, Node node) {
    return status(lane, node.fd) == 0 && lane.status.links() == 0 && isNowhere(lane, node);
  }

  private boolean isNowhere(Lane lane, Node node) {
    Node folder = node.folder;
    byte[] name = node.name;
    if (folder == null || name == null) {
      return false; // it was removed through the mirror, or never had a name
    }
    NativeBuffer text = os.text(name);
    try {
      return known(lane, folder, text.address()) != node;
    } finally {
      Reference.reachabilityFence(text); // as its memory goes with it
    }
  }

  /** What {@code statfs} says of the source. */
  public int fileSystem(Node node, long target) {
    return os.result(os.libc.fstatfs(node.fd, target));
  }
}
