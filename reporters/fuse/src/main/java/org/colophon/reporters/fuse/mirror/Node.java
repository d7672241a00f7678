// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.Flags;
import org.jspecify.annotations.Nullable;

/**
 * An inode of the source that Linux references. Keeps the inode open, so that its number is not
 * reused. Renames update its location.
 */
public final class Node {
  final long id;
  final long generation;
  final int fd;
  final long device;
  final long inode;
  final long number;
  final long fileSystem;
  final long birthNanos;
  final int type;

  /** Number of references from Linux; guarded by the table's monitor. */
  long lookups;

  /** The directory where the node was last found; null for the root and after removal. */
  volatile @Nullable Node directory;

  volatile byte @Nullable [] name;

  /** True if the node was found under another name that was not reported to observers. */
  volatile boolean isFoundElsewhere;

  /** Number of open files; a hint for eviction. */
  int opens;

  /** Number under which Linux knows the file for pass-through; 0 if none. Guarded by this. */
  int backing;

  /** Number of open files with {@link #backing}, and of others. Guarded by this. */
  int passed;

  int plain;

  /** State that the observers attach. */
  public volatile @Nullable Object note;

  /** State that the content inspection attaches. */
  public volatile @Nullable Object watch;

  Node(long id, long generation, int fd, Inode inode) {
    this.id = id;
    this.generation = generation;
    this.fd = fd;
    this.device = inode.device();
    this.inode = inode.inode();
    this.number = inode.number();
    this.fileSystem = inode.fileSystem();
    this.birthNanos = inode.birthNanos();
    this.type = inode.type();
  }

  /** Exceeds any valid path length. Only a cycle reaches it. */
  private static final int TOO_LONG = 1 << 24;

  /**
   * Identity of an inode.
   *
   * @param number the inode number in the mount; see {@link InodeNumbers}
   */
  record Inode(long device, long fileSystem, long inode, long number, long birthNanos, int type) {}

  /** Returns a path to this inode that does not depend on its names. */
  public String openable() {
    return "/proc/self/fd/" + fd;
  }

  public long id() {
    return id;
  }

  /** Returns the directory where the node was last found; null for the root. */
  public @Nullable Node directory() {
    return directory;
  }

  /** Returns the last known name; null after removal. */
  public byte @Nullable [] name() {
    return name;
  }

  /** Returns a number that distinguishes this node from earlier ones with the same id. */
  public long generation() {
    return generation;
  }

  /** Returns the device as in {@code st_dev}. */
  public long device() {
    return device;
  }

  /** Returns the inode number in the source. */
  public long inode() {
    return inode;
  }

  /** Returns the inode number in the mount; see {@link InodeNumbers}. */
  public long number() {
    return number;
  }

  /** Returns whether a status is that of this inode. */
  public boolean isSame(FileStatus status) {
    return status.inode() == inode && status.device() == device;
  }

  /** Returns what the file of the source is. */
  public FileIdentity identity() {
    return new FileIdentity(fileSystem, inode, birthNanos);
  }

  public boolean isFile() {
    return type == Flags.S_IFREG;
  }

  public boolean isDirectory() {
    return type == Flags.S_IFDIR;
  }

  /** Returns the file type bits of the mode. */
  public int type() {
    return type;
  }

  void move(Node to, byte[] newName) {
    directory = to;
    name = newName;
  }

  /** Clears the removed name. Other names may exist. */
  void clearName() {
    name = null;
  }

  /**
   * Returns the path from the root, such as {@code /a/b}; empty for the root. Returns null if no
   * name is known, or if directories were moved in the source directly and seem to contain each
   * other for a moment.
   */
  public @Nullable Bytes path() {
    int length = 0;
    for (Node node = this; !node.isRoot(); node = node.directory) {
      byte[] part = node.name;
      if (part == null || node.directory == null) {
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

  /** Returns whether the node is below a directory, at any depth. */
  boolean isBelow(Node other) {
    int depth = 0;
    Node node = directory;
    while (node != null && node != other && depth++ < TOO_LONG) {
      node = node.directory;
    }
    return node == other;
  }

  private boolean isRoot() {
    return id == NodeTable.ROOT;
  }

  /**
   * Writes the path into the array. Returns false if a concurrent rename has changed its length.
   */
  private boolean fill(byte[] path) {
    int end = path.length;
    for (Node node = this; !node.isRoot(); node = node.directory) {
      byte[] part = node.name;
      if (part == null || node.directory == null || end < part.length + 1) {
        return false;
      }
      end -= part.length;
      System.arraycopy(part, 0, path, end, part.length);
      path[--end] = '/';
    }
    return end == 0;
  }

  /** Returns the path of a child of this directory; null if the directory has no name. */
  public @Nullable Bytes pathOf(byte[] child) {
    Bytes directoryPath = path();
    if (directoryPath == null) {
      return null;
    }
    byte[] path = new byte[directoryPath.length() + 1 + child.length];
    directoryPath.copyTo(path, 0);
    path[directoryPath.length()] = '/';
    System.arraycopy(child, 0, path, directoryPath.length() + 1, child.length);
    return Bytes.wrap(path);
  }
}
