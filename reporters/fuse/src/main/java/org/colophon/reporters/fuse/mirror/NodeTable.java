// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/**
 * The inodes that Linux references, by node id and by device and inode number. A node references
 * its directory, so that its path remains known.
 */
public final class NodeTable {
  /** The id that Linux uses for the root. */
  public static final int ROOT = 1;

  /** Accepts any number of name changes since the lookup. */
  static final long ANY_TIME = -1;

  private final Os os;
  private final Map<Key, Node> byInode = new HashMap<>();
  private Node[] byId = new Node[1 << 10];
  private int[] free = new int[1 << 8];
  private int freeCount;
  private int next = ROOT;
  private long generation;
  private int most = Integer.MAX_VALUE;
  private int hand = ROOT;
  private volatile long changes; // changed under the monitor

  /** Inode numbers in the mount. */
  final InodeNumbers numbers;

  NodeTable(Os os, long rootDevice) {
    this.os = os;
    this.numbers = new InodeNumbers(os, rootDevice);
  }

  private record Key(long device, long inode) {}

  /** Returns a node by id; null if Linux no longer references it. */
  public @Nullable Node get(long id) {
    Node[] nodes = byId;
    return id > 0 && id < nodes.length ? nodes[(int) id] : null;
  }

  /** Sets the number of inodes above which {@link #awaitExcess} returns. */
  public synchronized void setLimit(int count) {
    most = count;
  }

  /**
   * Waits until more inodes are open than the limit allows. Returns files that no program has open,
   * so that Linux can forget them. The next call returns other files.
   */
  public synchronized List<Node> awaitExcess() throws InterruptedException {
    while (byInode.size() <= most) {
      wait();
    }
    int wanted = byInode.size() - most / 4 * 3;
    List<Node> excess = new ArrayList<>(wanted);
    for (int i = 0; i < next && excess.size() < wanted; i++) {
      hand = hand + 1 < next ? hand + 1 : ROOT;
      Node node = byId[hand];
      if (node != null && !node.isDirectory() && node.opens == 0) {
        excess.add(node);
      }
    }
    return excess;
  }

  /** Returns whether more inodes are open than the limit allows. */
  public synchronized boolean hasExcess() {
    return byInode.size() > most;
  }

  /** Applies an action to the known files below a directory. Concurrent changes may be missed. */
  public void eachBelow(Node directory, Consumer<Node> use) {
    for (Node node : byId) {
      if (node != null && !node.isDirectory() && node.isBelow(directory)) {
        use.accept(node);
      }
    }
  }

  /** Keeps a node until {@link #release}. Returns false if it is no longer known. */
  public synchronized boolean hold(Node node) {
    boolean isKnown = get(node.id) == node;
    node.lookups += isKnown ? 1 : 0;
    return isKnown;
  }

  public void release(Node node) {
    forget(node.id, 1);
  }

  /** Returns the number of inodes in the table. */
  public synchronized int size() {
    return byInode.size();
  }

  /**
   * Registers an inode whose id is returned to Linux.
   *
   * @param fd its descriptor, which the node takes over
   * @param name its name in the directory
   */
  @Nullable Node register(
      int fd, FileStatus status, @Nullable Node directory, byte @Nullable [] name) {
    return register(fd, status, directory, name, ANY_TIME);
  }

  /**
   * Registers an inode like {@link #register(int, FileStatus, Node, byte[])}, unless the name may
   * be outdated. The name may be outdated if the node is known by another name and names have
   * changed since the lookup.
   *
   * @param changes the value of {@link #changes} before the lookup, or {@link #ANY_TIME}
   * @return null if the lookup must be repeated; the descriptor is closed
   */
  @Nullable Node register(
      int fd, FileStatus status, @Nullable Node directory, byte @Nullable [] name, long changes) {
    Node node = enter(fd, status, directory, name, changes);
    if (node == null || node.fd != fd) {
      os.libc.close(fd);
    }
    return node;
  }

  /** Returns the number of renames and removals. */
  long changes() {
    return changes;
  }

  /**
   * Registers a known inode like {@link #register(int, FileStatus, Node, byte[], long)}. The table
   * has a descriptor of it, so that its number is not reused.
   *
   * @return null if the inode is unknown, or if the lookup must be repeated
   */
  synchronized @Nullable Node again(FileStatus status, Node directory, byte[] name, long changes) {
    return find(status) == null ? null : enter(-1, status, directory, name, changes);
  }

  private synchronized @Nullable Node enter(
      int fd, FileStatus status, @Nullable Node directory, byte @Nullable [] name, long before) {
    Key key = new Key(status.device(), status.inode());
    Node node = byInode.get(key);
    boolean isNew = node == null;
    if (node == null) {
      node = add(fd, status);
      byInode.put(key, node);
      if (byInode.size() > most) {
        notifyAll();
      }
    }
    if (directory != null && name != null && !isAt(node, directory, name)) {
      if (!isNew && before != ANY_TIME && before != changes) {
        return null;
      }
      place(node, directory, name);
      node.isFoundElsewhere = !isNew;
    }
    node.lookups++;
    return node;
  }

  private static boolean isAt(Node node, Node directory, byte[] name) {
    return node.directory == directory && Arrays.equals(node.name, name);
  }

  /** Sets a node's new location. */
  synchronized void move(Node node, Node directory, byte[] name) {
    changes++;
    place(node, directory, name);
  }

  private void place(Node node, Node directory, byte[] name) {
    Node before = node.directory;
    directory.lookups++;
    node.move(directory, name);
    drop(before);
  }

  /** Drops a reference to a directory, and those of directories that lose their last one. */
  private void drop(@Nullable Node directory) {
    for (Node node = directory; node != null && node.id != ROOT; node = node.directory) {
      node.lookups--;
      if (node.lookups > 0) {
        return;
      }
      remove(node);
      os.libc.close(node.fd);
    }
  }

  /** Removes a name from a node. The node may be null or have other names. */
  synchronized void removeName(@Nullable Node node, Node directory, byte[] name) {
    changes++;
    if (node != null && isAt(node, directory, name)) {
      node.clearName();
    }
  }

  /** Returns the node of an inode; null if it is unknown. */
  synchronized @Nullable Node find(FileStatus status) {
    return byInode.get(new Key(status.device(), status.inode()));
  }

  private Node add(int fd, FileStatus status) {
    int id = freeCount > 0 ? free[--freeCount] : next++;
    if (id >= byId.length) {
      byId = Arrays.copyOf(byId, byId.length * 2);
    }
    Node.Inode inode =
        new Node.Inode(
            status.device(),
            numbers.fileSystem(fd, status.device()),
            status.inode(),
            numbers.of(fd, status.device(), status.inode()),
            status.birthNanos(),
            status.mode() & Flags.S_IFMT);
    Node node = new Node(id, generation, fd, inode);
    byId[id] = node;
    return node;
  }

  /** Drops references of Linux to a node. */
  public void forget(long id, long count) {
    Node gone = release(id, count);
    if (gone != null) {
      os.libc.close(gone.fd); // outside the lock, because closing may free the content of a file
    }
  }

  /** Returns the node if this drops its last reference. */
  private synchronized @Nullable Node release(long id, long count) {
    Node node = get(id);
    if (node == null || id == ROOT) {
      return null;
    }
    node.lookups -= count;
    if (node.lookups > 0) {
      return null;
    }
    remove(node);
    drop(node.directory);
    return node;
  }

  private void remove(Node node) {
    byInode.remove(new Key(node.device, node.inode));
    byId[(int) node.id] = null;
    generation++;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, free.length * 2);
    }
    free[freeCount++] = (int) node.id;
  }

  synchronized void close() {
    byInode.values().forEach(node -> os.libc.close(node.fd));
    byInode.clear();
    Arrays.fill(byId, null);
  }
}
