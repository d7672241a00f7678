package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;

/** Handles requests for names. Returns the length of the reply or a negative error number. */
final class NameRequests extends RequestHandler {
  private static final int A = Frame.ARGUMENTS;

  NameRequests(Mirror mirror, Lane lane, Frame frame, Attributes attributes) {
    super(mirror, lane, frame, attributes);
  }

  @Override
  int handle(Node node) {
    return switch (frame.opcode) {
      case Opcode.LOOKUP -> lookup(node);
      case Opcode.MKNOD -> makeNode(node);
      case Opcode.MKDIR -> makeFolder(node);
      case Opcode.SYMLINK -> makeLink(node);
      case Opcode.LINK -> link(node);
      case Opcode.UNLINK -> unlink(node);
      case Opcode.RMDIR -> removeFolder(node);
      case Opcode.RENAME -> rename(node, 8, 0);
      case Opcode.RENAME2 -> rename(node, 16, frame.argumentInt(8));
      default -> -Errno.ENOSYS;
    };
  }

  private int lookup(Node folder) {
    lane.name(frame.in, A);
    return entry(mirror.lookups.find(lane, folder));
  }

  private int entry(Node node) {
    return node == null ? lane.error : attributes.entry(frame, lane, node);
  }

  private int makeNode(Node folder) {
    lane.umask = frame.argumentInt(8);
    lane.name(frame.in, A + 16);
    return entry(mirror.names.makeNode(lane, folder, frame.argumentInt(0), frame.argumentInt(4)));
  }

  private int makeFolder(Node folder) {
    lane.umask = frame.argumentInt(4);
    lane.name(frame.in, A + 8);
    return entry(mirror.names.makeFolder(lane, folder, frame.argumentInt(0)));
  }

  private int makeLink(Node folder) {
    lane.name(frame.in, A);
    lane.otherName(frame.in, frame.in.textEnd(A));
    return entry(mirror.names.makeLink(lane, folder));
  }

  private int link(Node folder) {
    Node node = mirror.nodes.get(frame.argumentLong(0));
    lane.name(frame.in, A + 8);
    return node == null ? -Errno.ENOENT : entry(mirror.names.link(lane, node, folder));
  }

  private int unlink(Node folder) {
    lane.name(frame.in, A);
    return mirror.names.unlink(lane, folder);
  }

  private int removeFolder(Node folder) {
    lane.name(frame.in, A);
    return mirror.names.removeFolder(lane, folder);
  }

  private int rename(Node from, int names, int flags) {
    Node to = mirror.nodes.get(frame.argumentLong(0));
    lane.name(frame.in, A + names);
    lane.otherName(frame.in, frame.in.textEnd(A + names));
    return to == null ? -Errno.ENOENT : mirror.names.rename(lane, from, to, flags);
  }
}
