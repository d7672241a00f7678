// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/** Handles requests for names. Returns the length of the reply or a negative error number. */
final class NameRequests extends Dispatcher.RequestHandler {
  private static final int A = Frame.ARGUMENTS;

  NameRequests(Mirror mirror, RequestContext request, Frame frame, AttributeEncoder attributes) {
    super(mirror, request, frame, attributes);
  }

  @Override
  int handle(Node node) {
    return switch (frame.opcode) {
      case Opcode.LOOKUP -> lookup(node);
      case Opcode.MKNOD -> makeNode(node);
      case Opcode.MKDIR -> makeDirectory(node);
      case Opcode.SYMLINK -> makeLink(node);
      case Opcode.LINK -> link(node);
      case Opcode.UNLINK -> unlink(node);
      case Opcode.RMDIR -> removeDirectory(node);
      case Opcode.RENAME -> rename(node, 8, 0);
      case Opcode.RENAME2 -> rename(node, 16, frame.argumentInt(8));
      default -> -Errno.ENOSYS;
    };
  }

  private int lookup(Node directory) {
    request.name(frame.in, A);
    return entry(mirror.lookups.find(request, directory));
  }

  private int entry(@Nullable Node node) {
    return node == null ? request.error : attributes.entry(frame, request, node);
  }

  private int makeNode(Node directory) {
    request.umask = frame.argumentInt(8);
    request.name(frame.in, A + 16);
    return entry(
        mirror.names.makeNode(request, directory, frame.argumentInt(0), frame.argumentInt(4)));
  }

  private int makeDirectory(Node directory) {
    request.umask = frame.argumentInt(4);
    request.name(frame.in, A + 8);
    return entry(mirror.names.makeDirectory(request, directory, frame.argumentInt(0)));
  }

  private int makeLink(Node directory) {
    request.name(frame.in, A);
    request.otherName(frame.in, frame.in.textEnd(A));
    return entry(mirror.names.makeLink(request, directory));
  }

  private int link(Node directory) {
    Node node = mirror.nodes.get(frame.argumentLong(0));
    request.name(frame.in, A + 8);
    return node == null ? -Errno.ENOENT : entry(mirror.names.link(request, node, directory));
  }

  private int unlink(Node directory) {
    request.name(frame.in, A);
    return mirror.names.unlink(request, directory);
  }

  private int removeDirectory(Node directory) {
    request.name(frame.in, A);
    return mirror.names.removeDirectory(request, directory);
  }

  private int rename(Node from, int names, int flags) {
    Node to = mirror.nodes.get(frame.argumentLong(0));
    request.name(frame.in, A + names);
    request.otherName(frame.in, frame.in.textEnd(A + names));
    return to == null ? -Errno.ENOENT : mirror.names.rename(request, from, to, flags);
  }
}
