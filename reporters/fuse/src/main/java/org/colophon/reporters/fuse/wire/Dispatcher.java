// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.jspecify.annotations.Nullable;

/** Routes the requests of one thread to their handlers. */
final class Dispatcher {
  /** Result of a request without reply. */
  static final int SILENT = Integer.MAX_VALUE;

  private final Mirror mirror;
  private final RequestContext request;
  private final Frame frame;
  private final NameRequests names;
  private final FileRequests files;
  private final DirectoryRequests directories;
  private final AttributeRequests attributes;

  Dispatcher(Os os, Mirror mirror, RequestContext request, Frame frame, ServingOptions options) {
    this.mirror = mirror;
    this.request = request;
    this.frame = frame;
    AttributeEncoder written = new AttributeEncoder(options.attributeNanos(), options.entryNanos());
    names = new NameRequests(mirror, request, frame, written);
    files = new FileRequests(mirror, request, frame, written, options);
    directories = new DirectoryRequests(os, mirror, request, frame, written);
    attributes = new AttributeRequests(mirror, request, frame, written, os.buffer(256));
  }

  /** Returns the length of the reply's body, a negative error number, or SILENT. */
  int handle() {
    request.caller(frame.task(), frame.user(), frame.group());
    switch (frame.opcode) {
      case Opcode.FORGET -> mirror.nodes.forget(frame.nodeId, frame.argumentLong(0));
      case Opcode.BATCH_FORGET -> forgetAll();
      case Opcode.INTERRUPT -> {
        // No action: each request ends soon anyway.
      }
      default -> {
        return answered();
      }
    }
    return SILENT;
  }

  static boolean isSilent(int opcode) {
    return opcode == Opcode.FORGET || opcode == Opcode.BATCH_FORGET || opcode == Opcode.INTERRUPT;
  }

  /** Returns the node whose cached attributes are outdated after the request; null if none. */
  @Nullable Node outdatedNode() {
    Node changed = request.outdatedNode;
    request.outdatedNode = null;
    return changed;
  }

  private void forgetAll() {
    int count = frame.argumentInt(0);
    for (int i = 0; i < count; i++) {
      mirror.nodes.forget(frame.argumentLong(8 + 16 * i), frame.argumentLong(16 + 16 * i));
    }
  }

  private int answered() {
    Node node = mirror.nodes.get(frame.nodeId);
    if (node == null) {
      return frame.opcode == Opcode.DESTROY ? 0 : -Errno.ENOENT;
    }
    return switch (frame.opcode) {
      case Opcode.LOOKUP,
          Opcode.MKNOD,
          Opcode.MKDIR,
          Opcode.SYMLINK,
          Opcode.LINK,
          Opcode.UNLINK,
          Opcode.RMDIR,
          Opcode.RENAME,
          Opcode.RENAME2 ->
          names.handle(node);
      case Opcode.OPEN,
          Opcode.CREATE,
          Opcode.TMPFILE,
          Opcode.READ,
          Opcode.WRITE,
          Opcode.FLUSH,
          Opcode.RELEASE,
          Opcode.FSYNC,
          Opcode.FALLOCATE,
          Opcode.LSEEK,
          Opcode.COPY_FILE_RANGE ->
          files.handle(node);
      case Opcode.OPENDIR, Opcode.READDIR, Opcode.READDIRPLUS, Opcode.RELEASEDIR, Opcode.FSYNCDIR ->
          directories.handle(node);
      case Opcode.IOCTL -> -Errno.ENOTTY;
      case Opcode.SYNCFS -> mirror.content.syncAll(node);
      case Opcode.DESTROY -> 0;
      default -> attributes.handle(node);
    };
  }

  /** Handles one group of requests on one thread. */
  abstract static class RequestHandler {
    final Mirror mirror;
    final RequestContext request;
    final Frame frame;
    final AttributeEncoder attributes;

    RequestHandler(
        Mirror mirror, RequestContext request, Frame frame, AttributeEncoder attributes) {
      this.mirror = mirror;
      this.request = request;
      this.frame = frame;
      this.attributes = attributes;
    }

    /** Returns the length of the reply's body or a negative error number. */
    abstract int handle(Node node);
  }
}
