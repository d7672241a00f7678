package org.colophon.reporters.fuse.mirror;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.reporters.fuse.os.FileStatus;
import org.colophon.reporters.fuse.os.Flags;
import org.colophon.reporters.fuse.os.Os;

/** The inodes that the kernel knows, by its numbers for them and by device and inode. */
public final class NodeTable {
  /** The kernel's number for the root. */
  public static final int ROOT = 1;

  /** Stands for a number of changes of names, where it does not matter. */
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

  NodeTable(Os os) {
    this.os = os;
  }

  private record Key(long device, long inode) {}

  /** The node with a number that the kernel was given; null if it forgot it. */
  public Node get(long id) {
    Node[] nodes = byId;
    return id > 0 && id < nodes.length ? nodes[(int) id] : null;
  }

  /** From how many inodes on {@link #awaitCrowd} answers. */
  public synchronized void holdAtMost(int count) {
    most = count;
  }

  /**
   * Waits until more inodes are held than should be, and answers files that nobody has open, enough
   * of them if there are: those that the kernel is to forget. Others each time.
   */
  public synchronized List<Node> awaitCrowd() throws InterruptedException {
    while (byInode.size() <= most) {
      wait();
    }
    int wanted = byInode.size() - most / 4 * 3;
    List<Node> crowd = new ArrayList<>(wanted);
    for (int i = 0; i < next && crowd.size() < wanted; i++) {
      hand = hand + 1 < next ? hand + 1 : ROOT;
      Node node = byId[hand];
      if (node != null && !node.isFolder() && node.opens == 0) {
        crowd.add(node);
      }
    }
    return crowd;
  }

  /** Does something with files below a folder, as far as they are known. Others may come and go. */
  public void eachBelow(Node folder, Consumer<Node> use) {
    for (Node node : byId) {
      if (node != null && !node.isFolder() && node.isBelow(folder)) {
        use.accept(node);
      }
    }
  }

  /** Keeps a node known until it is {@link #letGo}; false if it is known no more. */
  public synchronized boolean hold(Node node) {
    boolean isKnown = get(node.id) == node;
    node.lookups += isKnown ? 1 : 0;
    return isKnown;
  }

  /** The kernel may forget a node that was held. */
  public void letGo(Node node) {
    forget(node.id, 1);
  }

  /** How many inodes are held open. */
  public synchronized int size() {
    return byInode.size();
  }

  /**
   * The kernel is about to be told of an inode.
   *
   * @param fd is taken over
   * @param name where it was found in the folder
   */
  Node meet(int fd, FileStatus status, Node folder, byte[] name) {
    return meet(fd, status, folder, name, ANY_TIME);
  }

  /**
   * The same, unless it is known by another name and names have changed since it was found: then it
   * may not have this one any more.
   *
   * @param changes as {@link #changes} said before, or {@link #ANY_TIME}
   * @return null if it is to be looked for again; the descriptor is closed
   */
  Node meet(int fd, FileStatus status, Node folder, byte[] name, long changes) {
    Node node = enter(fd, status, folder, name, changes);
    if (node == null || node.fd != fd) {
      os.libc.close(fd);
    }
    return node;
  }

  /** How often names have moved or gone. */
  long changes() {
    return changes;
  }

  private synchronized Node enter(
      int fd, FileStatus status, Node folder, byte[] name, long before) {
    Key key = new Key(status.device(), status.inode());
    Node node = byInode.get(key);
    boolean isNew = node == null;
    if (isNew) {
      node = add(fd, status);
      byInode.put(key, node);
      if (byInode.size() > most) {
        notifyAll();
      }
    }
    if (folder != null && !isAt(node, folder, name)) {
      if (!isNew && before != ANY_TIME && before != changes) {
        return null;
      }
      node.move(folder, name);
      node.isFoundElsewhere = !isNew;
    }
    node.lookups++;
    return node;
  }

  private static boolean isAt(Node node, Node folder, byte[] name) {
    return node.folder == folder && Arrays.equals(node.name, name);
  }

  /** A node is under another name now. */
  synchronized void move(Node node, Node folder, byte[] name) {
    changes++;
    node.move(folder, name);
  }

  /** A name is gone; the node, which may be null, may be known by another one. */
  synchronized void lose(Node node, Node folder, byte[] name) {
    changes++;
    if (node != null && isAt(node, folder, name)) {
      node.lose();
    }
  }

  /** The node of an inode, null if the kernel does not know it. */
  synchronized Node find(FileStatus status) {
    return byInode.get(new Key(status.device(), status.inode()));
  }

  private Node add(int fd, FileStatus status) {
    int id = freeCount > 0 ? free[--freeCount] : next++;
    if (id >= byId.length) {
      byId = Arrays.copyOf(byId, byId.length * 2);
    }
    Node.Inode inode =
        new Node.Inode(
            status.device(), status.inode(), status.birthNanos(), status.mode() & Flags.S_IFMT);
    Node node = new Node(id, generation, fd, inode);
    byId[id] = node;
    return node;
  }

  /** The kernel forgot a node so many times. */
  public void forget(long id, long count) {
    Node gone = release(id, count);
    if (gone != null) {
      os.libc.close(gone.fd); // without the lock: it may free the content of a file
    }
  }

  /** Answers the node if it is known no more. */
  private synchronized Node release(long id, long count) {
    Node node = get(id);
    if (node == null || id == ROOT) {
      return null;
    }
    node.lookups -= count;
    if (node.lookups > 0) {
      return null;
    }
    remove(node);
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
