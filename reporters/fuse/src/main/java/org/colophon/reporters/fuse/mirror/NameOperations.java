package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;

/** Creates, moves and removes names. Uses the lane's name, and its other name as the new one. */
public final class NameOperations {
  private final Mirror mirror;
  private final Os os;

  NameOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Creates a device, pipe, socket or empty file. Returns null on failure. */
  public Node makeNode(Lane lane, Node folder, int mode, int device) {
    lane.becomeCaller();
    int made = os.libc.mknodat(folder.fd, lane.nameAddress(), lane.masked(mode), unpacked(device));
    return made(lane, folder, made);
  }

  /** Converts the kernel's 32-bit device number to the C library's. */
  private static long unpacked(int device) {
    long major = (device >>> 8) & 0xfffL;
    long minor = (device & 0xffL) | ((device >>> 12) & 0xfff00L);
    return (minor & 0xff) | (major << 8) | ((minor & ~0xffL) << 12);
  }

  /** Creates a directory. Returns null on failure. */
  public Node makeFolder(Lane lane, Node folder, int mode) {
    lane.becomeCaller();
    return made(lane, folder, os.libc.mkdirat(folder.fd, lane.nameAddress(), lane.masked(mode)));
  }

  /** Creates a symbolic link to the lane's other name. Returns null on failure. */
  public Node makeLink(Lane lane, Node folder) {
    lane.becomeCaller();
    return made(
        lane, folder, os.libc.symlinkat(lane.otherAddress(), folder.fd, lane.nameAddress()));
  }

  private Node made(Lane lane, Node folder, int result) {
    if (result < 0) {
      lane.error = -os.errno();
      return null;
    }
    Node node = mirror.lookups.findMade(lane, folder);
    if (node != null) {
      lane.observer.created(lane, node);
    }
    return node;
  }

  /** Adds a name to a node. Returns null on failure. */
  public Node link(Lane lane, Node node, Node folder) {
    lane.becomeCaller();
    int linked =
        os.libc.linkat(
            Flags.AT_FDCWD,
            lane.descriptorPath(node.fd),
            folder.fd,
            lane.nameAddress(),
            Flags.AT_SYMLINK_FOLLOW);
    if (linked < 0) {
      lane.error = -os.errno();
      return null;
    }
    Node found = mirror.lookups.findMade(lane, folder);
    if (found != null) {
      lane.observer.linked(lane, found, folder, lane.nameBytes());
    }
    return found;
  }

  /** Removes a file's name. */
  public int unlink(Lane lane, Node folder) {
    return remove(lane, folder, 0);
  }

  /** Removes an empty directory. */
  public int removeFolder(Lane lane, Node folder) {
    return remove(lane, folder, Flags.AT_REMOVEDIR);
  }

  private int remove(Lane lane, Node folder, int flags) {
    Node node = mirror.lookups.known(lane, folder, lane.nameAddress());
    int result = os.result(os.libc.unlinkat(folder.fd, lane.nameAddress(), flags));
    if (result == 0) {
      byte[] name = lane.nameBytes();
      mirror.nodes.lose(node, folder, name);
      lane.observer.unlinked(lane, folder, name);
    }
    return result;
  }

  /** Renames to the lane's other name, with the flags of {@code renameat2}. */
  public int rename(Lane lane, Node from, Node to, int flags) {
    Node target = mirror.lookups.known(lane, to, lane.otherAddress());
    Node node = mirror.lookups.known(lane, from, lane.nameAddress());
    int result =
        os.result(
            os.libc.renameat2(from.fd, lane.nameAddress(), to.fd, lane.otherAddress(), flags));
    if (result < 0) {
      return result;
    }
    if (node != null && node == target) {
      return 0; // two names of one inode: a no-op
    }
    boolean exchanged = (flags & Flags.RENAME_EXCHANGE) != 0;
    byte[] name = lane.nameBytes();
    byte[] newName = lane.otherBytes();
    Bytes path = exchanged || node == null || target == null ? null : to.pathOf(newName);
    if (path != null) {
      lane.observer.replaced(lane, node, target, path);
    }
    lane.observer.renamed(lane, node, from, name, to, newName, exchanged);
    if (exchanged && target != null) {
      mirror.nodes.move(target, from, name);
    } else {
      mirror.nodes.lose(target, to, newName);
    }
    if (node != null) {
      mirror.nodes.move(node, to, newName);
      lane.observer.moved(lane, node, exchanged);
    }
    if (exchanged && target != null) {
      lane.observer.moved(lane, target, true);
    }
    return 0;
  }

  /** Reads a link's target into a buffer; returns its length. */
  public int readLink(Lane lane, Node node, long target, int size) {
    long length = os.libc.readlinkat(node.fd, lane.empty.address(), target, size);
    return length < 0 ? -os.errno() : length == 0 ? -Errno.EINVAL : (int) length;
  }
}
