// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.jspecify.annotations.Nullable;

/**
 * Creates, moves and removes names. The request contains the name and, as its other name, the new
 * name.
 */
public final class NameOperations {
  private final Mirror mirror;
  private final Os os;

  NameOperations(Mirror mirror) {
    this.mirror = mirror;
    this.os = mirror.os;
  }

  /** Creates a device, pipe, socket or empty file. Returns null on failure. */
  public @Nullable Node makeNode(RequestContext request, Node directory, int mode, int device) {
    request.assumeCallerIds();
    int made =
        os.libc.mknodat(
            directory.fd, request.nameAddress(), request.masked(mode), unpacked(device));
    return made(request, directory, made);
  }

  /** Converts Linux's 32-bit device number to the C library's form. */
  private static long unpacked(int device) {
    long major = (device >>> 8) & 0xfffL;
    long minor = (device & 0xffL) | ((device >>> 12) & 0xfff00L);
    return (minor & 0xff) | (major << 8) | ((minor & ~0xffL) << 12);
  }

  /** Creates a directory. Returns null on failure. */
  public @Nullable Node makeDirectory(RequestContext request, Node directory, int mode) {
    request.assumeCallerIds();
    return made(
        request,
        directory,
        os.libc.mkdirat(directory.fd, request.nameAddress(), request.masked(mode)));
  }

  /** Creates a symbolic link to the request's other name. Returns null on failure. */
  public @Nullable Node makeLink(RequestContext request, Node directory) {
    request.assumeCallerIds();
    return made(
        request,
        directory,
        os.libc.symlinkat(request.otherAddress(), directory.fd, request.nameAddress()));
  }

  private @Nullable Node made(RequestContext request, Node directory, int result) {
    if (result < 0) {
      request.error = -os.errno();
      return null;
    }
    Node node = mirror.lookups.findMade(request, directory);
    if (node != null) {
      request.observer.created(request, node);
    }
    return node;
  }

  /** Adds a name to a node. Returns null on failure. */
  public @Nullable Node link(RequestContext request, Node node, Node directory) {
    request.assumeCallerIds();
    int linked =
        os.libc.linkat(
            Flags.AT_FDCWD,
            request.descriptorPath(node.fd),
            directory.fd,
            request.nameAddress(),
            Flags.AT_SYMLINK_FOLLOW);
    if (linked < 0) {
      request.error = -os.errno();
      return null;
    }
    Node found = mirror.lookups.findMade(request, directory);
    if (found != null) {
      request.observer.linked(request, found, directory, request.nameBytes());
    }
    return found;
  }

  /** Removes a name of a file. */
  public int unlink(RequestContext request, Node directory) {
    return remove(request, directory, 0);
  }

  public int removeDirectory(RequestContext request, Node directory) {
    return remove(request, directory, Flags.AT_REMOVEDIR);
  }

  private int remove(RequestContext request, Node directory, int flags) {
    Node node = mirror.lookups.findKnown(request, directory, request.nameAddress());
    int result = os.result(os.libc.unlinkat(directory.fd, request.nameAddress(), flags));
    if (result == 0) {
      byte[] name = request.nameBytes();
      mirror.nodes.removeName(node, directory, name);
      request.observer.unlinked(request, node, directory, name);
    }
    return result;
  }

  /** Renames to the request's other name, with the flags of {@code renameat2}. */
  public int rename(RequestContext request, Node from, Node to, int flags) {
    Node target = mirror.lookups.findKnown(request, to, request.otherAddress());
    Node node = mirror.lookups.findKnown(request, from, request.nameAddress());
    int result =
        os.result(
            os.libc.renameat2(
                from.fd, request.nameAddress(), to.fd, request.otherAddress(), flags));
    if (result < 0) {
      return result;
    }
    if (node != null && node == target) {
      return 0; // two names of one inode: a no-op
    }
    boolean exchanged = (flags & Flags.RENAME_EXCHANGE) != 0;
    byte[] name = request.nameBytes();
    byte[] newName = request.otherBytes();
    Bytes path = exchanged || node == null || target == null ? null : to.pathOf(newName);
    if (path != null && node != null && target != null) {
      request.observer.replaced(request, node, target, path);
    }
    request.observer.renamed(request, node, from, name, to, newName, exchanged);
    if (exchanged && target != null) {
      mirror.nodes.move(target, from, name);
    } else {
      mirror.nodes.removeName(target, to, newName);
    }
    if (node != null) {
      mirror.nodes.move(node, to, newName);
      request.observer.moved(request, node, exchanged);
    }
    if (exchanged && target != null) {
      request.observer.moved(request, target, true);
    }
    return 0;
  }

  /** Reads a link's target into a buffer; returns its length. */
  public int readLink(RequestContext request, Node node, long target, int size) {
    long length = os.libc.readlinkat(node.fd, request.empty.address(), target, size);
    return length < 0 ? -os.errno() : length == 0 ? -Errno.EINVAL : (int) length;
  }
}
