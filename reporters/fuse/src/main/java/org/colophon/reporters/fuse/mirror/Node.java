package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.os.Flags;

/**
 * A file, folder or other inode of the source that the kernel knows. Holds the inode open, so that
 * its number is not given to another one meanwhile. Where it is changes with renames.
 */
public final class Node {
  final long id;
  final long generation;
  final int fd;
  final long device;
  final long inode;
  final long birthNanos;
  final int type;

  /** How often the kernel was told of it and has not forgotten; guarded by the table. */
  long lookups;

  /** The folder that it was last found in; null for the root, and once its name is removed. */
  volatile Node folder;

  volatile byte[] name;

  /** Whether it was found elsewhere than it was known to be, and observers are still to be told. */
  volatile boolean isFoundElsewhere;

  /** How often it is open; changed by those who keep the open files, read as a hint. */
  int opens;

  /** What the observers know of it, if anything; theirs alone. */
  public volatile Object note;

  /** What those who inspect content know of it, if anything; theirs alone. */
  public volatile Object watch;

  Node(long id, long generation, int fd, Inode inode) {
    this.id = id;
    this.generation = generation;
    this.fd = fd;
    this.device = inode.device();
    this.inode = inode.number();
    this.birthNanos = inode.birthNanos();
    this.type = inode.type();
  }

  /** Longer than any path that can be; only names that go in a circle come to it. */
  private static final int TOO_LONG = 1 << 24;

  /** What makes an inode. */
  record Inode(long device, long number, long birthNanos, int type) {}

  /** A path that leads to this very inode, whatever its names, as long as it is known. */
  public String openable() {
    return "/proc/self/fd/" + fd;
  }

  public long id() {
    return id;
  }

  /** Where it was found last; null for the root. */
  public Node folder() {
    return folder;
  }

  /** What it was found as last; null once that name is gone. */
  public byte[] name() {
    return name;
  }

  /** Tells it from earlier nodes with its number. */
  public long generation() {
    return generation;
  }

  /** The device that it is on, as {@code st_dev} gives it. */
  public long device() {
    return device;
  }

  public long inode() {
    return inode;
  }

  /** Nanoseconds since 1970, 0 if unknown. */
  public long birthNanos() {
    return birthNanos;
  }

  public boolean isFile() {
    return type == Flags.S_IFREG;
  }

  public boolean isFolder() {
    return type == Flags.S_IFDIR;
  }

  /** The file type bits of its mode. */
  public int type() {
    return type;
  }

  void move(Node to, byte[] newName) {
    folder = to;
    name = newName;
  }

  /** The name that it was known by is gone. It may have others. */
  void lose() {
    name = null;
  }

  /**
   * Where it is, from the root, which is empty: {@code /a/b}. Null if it has no name any more, or
   * none that is known: folders that somebody moves in the source, past the mirror, may for a
   * moment seem to lie in one another.
   */
  public Bytes path() {
    int length = 0;
    for (Node node = this; !node.isRoot(); node = node.folder) {
      byte[] part = node.name;
      if (part == null || node.folder == null) {
        return null;
      }
      length += part.length + 1;
      if (length > TOO_LONG) {
        return null;
      }
    }
    byte[] path = new byte[length];
    return fill(path) ? Bytes.wrap(path) : path();
  }

  /** Whether it is somewhere in a folder. */
  boolean isBelow(Node other) {
    int depth = 0;
    Node node = folder;
    while (node != null && node != other && depth++ < TOO_LONG) {
      node = node.folder;
    }
    return node == other;
  }

  private boolean isRoot() {
    return id == NodeTable.ROOT;
  }

  /** Answers false if a rename came in between. */
  private boolean fill(byte[] path) {
    int end = path.length;
    for (Node node = this; !node.isRoot(); node = node.folder) {
      byte[] part = node.name;
      if (part == null || node.folder == null || end < part.length + 1) {
        return false;
      }
      end -= part.length;
      System.arraycopy(part, 0, path, end, part.length);
      path[--end] = '/';
    }
    return end == 0;
  }

  /** Where something in this folder is; null if the folder has no name any more. */
  public Bytes pathOf(byte[] child) {
    Bytes folderPath = path();
    if (folderPath == null) {
      return null;
    }
    byte[] path = new byte[folderPath.length() + 1 + child.length];
    folderPath.copyTo(path, 0);
    path[folderPath.length()] = '/';
    System.arraycopy(child, 0, path, folderPath.length() + 1, child.length);
    return Bytes.wrap(path);
  }
}
