// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/**
 * The mirrored directory with its known nodes and open files. Any thread; each thread has its own
 * {@link RequestContext}.
 */
public final class Mirror implements AutoCloseable {
  final Os os;

  /** The inodes that Linux references. */
  public final NodeTable nodes;

  final OpenFiles files;
  final NativeBuffer dot;
  final SetIdBits setIds;
  final FileFlags settings;

  /** Lookups and statuses. */
  public final Lookups lookups;

  /** Creation, renames and removal. */
  public final NameOperations names;

  /** Opening, reading and writing. */
  public final FileOperations content;

  /** Modes, owners, times, extended attributes. */
  public final AttributeOperations attributes;

  /** Directory listings. */
  public final DirectoryOperations directories;

  private Mirror(Os os, long rootDevice) {
    this.os = os;
    dot = os.text(new byte[] {'.'});
    nodes = new NodeTable(os, rootDevice);
    files = new OpenFiles(os);
    setIds = new SetIdBits(this);
    settings = new FileFlags(os);
    lookups = new Lookups(this);
    names = new NameOperations(this);
    content = new FileOperations(this);
    attributes = new AttributeOperations(this);
    directories = new DirectoryOperations(this);
  }

  /**
   * Opens a directory to mirror it. Later mounts over the directory do not affect the mirror.
   *
   * @param path absolute
   */
  public static Mirror open(Os os, byte[] path) {
    NativeBuffer text = os.text(path);
    int flags = Flags.O_PATH | Flags.O_DIRECTORY | Flags.O_CLOEXEC;
    int fd = os.libc.open(text.address(), flags, 0);
    String view = org.colophon.core.model.Bytes.wrap(path).display();
    if (fd < 0) {
      throw os.failure(ErrorCode.NOT_FOUND, "cannot mirror the directory " + view);
    }
    RequestContext request = RequestContext.plain(os);
    int error = Lookups.status(os, request, fd);
    if (error < 0) {
      os.libc.close(fd);
      throw ErrorCode.IO_FAILED.exception(
          "cannot read the status of the directory %s: %s".formatted(view, Errno.text(-error)));
    }
    Mirror mirror = new Mirror(os, request.status.device());
    mirror.nodes.register(fd, request.status, null, null);
    return mirror;
  }

  /** Returns the node of the mirrored directory itself. */
  public Node root() {
    return Objects.requireNonNull(nodes.get(NodeTable.ROOT));
  }

  /** Returns an open file by number, or null. */
  public @Nullable OpenFile file(long id) {
    return files.get(id);
  }

  /**
   * Returns whether a change of a file by the caller removes set-user-id or set-group-id. Needed if
   * the request does not say so.
   */
  public boolean strips(RequestContext request, Node node) {
    return setIds.strips(request, node.fd);
  }

  /**
   * Allows Linux to read and write files without requests, see {@link OpenFile#passThrough}.
   *
   * @param device descriptor of the mount's {@code /dev/fuse}, which the mirror takes over
   */
  public void allowPassing(int device) {
    files.allowPassing(device);
  }

  /**
   * Returns the number under which Linux knows the file of an opening for pass-through; 0 if it is
   * not passed through. Must be in the reply to the open.
   */
  public int backing(OpenFile file) {
    return files.backing(file);
  }

  /** Returns how many openings were passed through, so that their data made no requests. */
  public long passedOpenings() {
    return files.passed();
  }

  /** Returns the number of open files and directories. */
  public int openFiles() {
    return files.size();
  }

  @Override
  public void close() {
    files.close();
    nodes.close();
  }
}
