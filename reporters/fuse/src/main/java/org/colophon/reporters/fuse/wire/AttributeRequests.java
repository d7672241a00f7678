// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.fuse.mirror.AttributeOperations;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/** Handles requests for attributes. */
final class AttributeRequests extends Dispatcher.RequestHandler {
  private static final int MODE = 1;
  private static final int USER = 2;
  private static final int GROUP = 4;
  private static final int SIZE = 8;
  private static final int ACCESS_TIME = 16;
  private static final int CHANGE_TIME = 32;
  private static final int HAS_FILE = 64;
  private static final int LOCK_OWNER = 512;
  private static final int ACL_KILLS_SET_GROUP = 1;
  private static final int ACCESS_NOW = 128;
  private static final int CHANGE_NOW = 256;
  private static final int KILL_SET_ID = 2048;
  private static final int BY_FILE = 1;

  private final NativeBuffer system;

  AttributeRequests(
      Mirror mirror,
      RequestContext request,
      Frame frame,
      AttributeEncoder attributes,
      NativeBuffer system) {
    super(mirror, request, frame, attributes);
    this.system = system;
  }

  @Override
  int handle(Node node) {
    return switch (frame.opcode) {
      case Opcode.GETATTR -> get(node);
      case Opcode.STATX -> extended(node);
      case Opcode.SETATTR -> set(node);
      case Opcode.READLINK ->
          mirror.names.readLink(request, node, frame.out.address(Frame.BODY), Frame.PAGE);
      case Opcode.STATFS -> fileSystem(node);
      case Opcode.SETXATTR -> setExtended(node);
      case Opcode.GETXATTR -> getExtended(node);
      case Opcode.LISTXATTR -> listExtended(node);
      case Opcode.REMOVEXATTR -> removeExtended(node);
      default -> -Errno.ENOSYS;
    };
  }

  private int get(Node node) {
    boolean byFile = (frame.argumentInt(0) & BY_FILE) != 0;
    OpenFile file = byFile ? mirror.file(frame.argumentLong(8)) : null;
    int error = mirror.lookups.status(request, node, file);
    return error < 0 ? error : attributes.attributes(frame, request, node);
  }

  private int extended(Node node) {
    int error = mirror.lookups.status(request, node, null);
    return error < 0 ? error : attributes.extended(frame, request, node);
  }

  private int set(Node node) {
    int what = frame.argumentInt(0);
    OpenFile file = (what & HAS_FILE) != 0 ? mirror.file(frame.argumentLong(8)) : null;
    int error = set(node, file, what);
    if (error >= 0) {
      error = mirror.lookups.status(request, node, null);
    }
    return error < 0 ? error : attributes.attributes(frame, request, node);
  }

  private int set(Node node, @Nullable OpenFile file, int what) {
    int error = 0;
    boolean changes = false;
    boolean asksNothing = (what & ~(HAS_FILE | LOCK_OWNER)) == 0; // chown to -1, -1
    if (asksNothing || (what & (USER | GROUP)) != 0) {
      int user = (what & USER) != 0 ? frame.argumentInt(76) : -1;
      int group = (what & GROUP) != 0 ? frame.argumentInt(80) : -1;
      error = mirror.attributes.owner(request, node, user, group);
      changes = true;
    }
    if (error >= 0 && (what & MODE) != 0) {
      error = mirror.attributes.mode(request, node, frame.argumentInt(68));
      changes = true;
    }
    if (error >= 0 && (what & SIZE) != 0) {
      boolean strips = (what & KILL_SET_ID) != 0;
      error = mirror.content.resize(request, node, file, frame.argumentLong(16), strips);
    }
    if (error >= 0 && (what & (ACCESS_TIME | CHANGE_TIME)) != 0) {
      error = times(node, what);
      changes = true;
    }
    if (error >= 0 && changes) {
      mirror.attributes.changed(request, node);
    }
    return error;
  }

  private int times(Node node, int what) {
    return mirror.attributes.times(
        request,
        node,
        frame.argumentLong(32),
        nanos(what, ACCESS_TIME, ACCESS_NOW, frame.argumentInt(56)),
        frame.argumentLong(40),
        nanos(what, CHANGE_TIME, CHANGE_NOW, frame.argumentInt(60)));
  }

  private static long nanos(int what, int set, int now, int value) {
    if ((what & set) == 0) {
      return AttributeOperations.OMIT;
    }
    return (what & now) != 0 ? AttributeOperations.NOW : value;
  }

  /** Encodes {@code struct statfs} of 64-bit Linux in the reply. */
  private int fileSystem(Node node) {
    int error = mirror.lookups.fileSystem(node, system.address());
    if (error < 0) {
      return error;
    }
    frame.out.clear(Frame.BODY, 80);
    for (int i = 0; i < 5; i++) {
      frame.bodyLong(8 * i, system.getLong(16 + 8 * i));
    }
    frame.bodyInt(40, (int) system.getLong(8));
    frame.bodyInt(44, (int) system.getLong(64));
    frame.bodyInt(48, (int) system.getLong(72));
    return 80;
  }

  private int setExtended(Node node) {
    int size = frame.argumentInt(0);
    int name = Frame.ARGUMENTS + 16;
    request.name(frame.in, name);
    long value = frame.in.address(frame.in.textEnd(name));
    int flags = frame.argumentInt(4);
    boolean killsSetGroup = (frame.argumentInt(8) & ACL_KILLS_SET_GROUP) != 0;
    return mirror.attributes.set(request, node, value, size, flags, killsSetGroup);
  }

  private int getExtended(Node node) {
    int size = frame.argumentInt(0);
    request.name(frame.in, Frame.ARGUMENTS + 8);
    int result = mirror.attributes.get(request, node, frame.out.address(Frame.BODY), size);
    return sized(size, result);
  }

  private int listExtended(Node node) {
    int size = frame.argumentInt(0);
    int result = mirror.attributes.list(request, node, frame.out, Frame.BODY);
    return size > 0 && result > size ? -Errno.ERANGE : sized(size, result);
  }

  /**
   * Returns the reply to a request for up to {@code room} bytes. If {@code room} is 0, replies with
   * the length only.
   */
  private int sized(int room, int result) {
    if (result < 0 || room > 0) {
      return result;
    }
    frame.bodyInt(0, result);
    frame.bodyInt(4, 0);
    return 8;
  }

  private int removeExtended(Node node) {
    request.name(frame.in, Frame.ARGUMENTS);
    return mirror.attributes.remove(request, node);
  }
}
