// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;

/** Creates nodes and open files without a mount. */
public final class TestNodes {
  private static final int ANY = 2;

  private TestNodes() {}

  /** Returns the node of a file, below a root that has no name. */
  public static Node of(Os os, Path file) {
    byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
    int fd = os.libc.openat(Flags.AT_FDCWD, os.text(path).address(), Flags.O_CLOEXEC, 0);
    if (fd < 0) {
      throw new AssertionError("cannot open " + file + ": error " + os.errno());
    }
    Node root = new Node(NodeTable.ROOT, 0, -1, new Node.Inode(1, 1, 1, 1, 0, Flags.S_IFDIR));
    Node node = new Node(ANY, 0, fd, new Node.Inode(1, 1, ANY, ANY, 0, Flags.S_IFREG));
    node.move(root, file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
    return node;
  }

  /**
   * Returns the node of a file that cannot be opened, in another directory than the node of {@link
   * #of}.
   */
  public static Node unopenable(String name) {
    Node root = new Node(NodeTable.ROOT, 0, -1, new Node.Inode(1, 1, 1, 1, 0, Flags.S_IFDIR));
    Node node = new Node(ANY + 1, 0, -1, new Node.Inode(1, 1, ANY + 1, ANY + 1, 0, Flags.S_IFREG));
    node.move(root, name.getBytes(StandardCharsets.UTF_8));
    return node;
  }

  /** Moves a node to a directory below the root. */
  public static void move(Node node, String directory) {
    Node root = node;
    while (root.directory() != null) {
      root = root.directory();
    }
    Node to = new Node(ANY + 2, 0, -1, new Node.Inode(1, 1, ANY + 2, ANY + 2, 0, Flags.S_IFDIR));
    to.move(root, directory.getBytes(StandardCharsets.UTF_8));
    node.move(to, node.name());
  }

  /** Renames a node within its directory. */
  public static void rename(Node node, String name) {
    node.move(node.directory(), name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns an empty table. */
  public static NodeTable table(Os os) {
    return new NodeTable(os, 1);
  }

  /**
   * Registers a file or directory in a table and returns its node. The directory is null for the
   * root.
   */
  public static Node register(Os os, NodeTable table, Path path, Node directory) {
    RequestContext request = request(os);
    byte[] text = path.toString().getBytes(StandardCharsets.UTF_8);
    int fd = os.libc.openat(Flags.AT_FDCWD, os.text(text).address(), Flags.O_CLOEXEC, 0);
    int error =
        os.libc.statx(
            fd,
            request.empty.address(),
            Flags.AT_EMPTY_PATH,
            FileStatus.MASK,
            request.status.address());
    if (fd < 0 || error < 0) {
      throw new AssertionError("cannot open " + path + ": error " + os.errno());
    }
    byte[] name = path.getFileName().toString().getBytes(StandardCharsets.UTF_8);
    return table.register(fd, request.status, directory, name);
  }

  /** Simulates that Linux forgets a node after one lookup. */
  public static void forget(NodeTable table, Node node) {
    table.forget(node.id(), 1);
  }

  /** Returns a request context that does not change its thread. */
  public static RequestContext request(Os os) {
    return RequestContext.plain(os);
  }

  /** Returns an open file for writing. */
  public static OpenFile opening(Node node) {
    return new OpenFile(new OpenFiles(Os.load()), 1, -1, node, Flags.O_WRONLY);
  }
}
