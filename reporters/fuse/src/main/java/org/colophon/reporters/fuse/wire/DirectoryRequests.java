// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;

/** Handles requests for open directories. */
final class DirectoryRequests extends Dispatcher.RequestHandler {
  private static final int ENTRY_HEADER = 24;
  private static final int LISTING = 1 << 17;

  /** Lets Linux cache a listing until the directory is opened again. */
  private static final int OPEN_FLAGS = 0;

  private final NativeBuffer listing;
  private int used;
  private int limit;

  DirectoryRequests(
      Os os, Mirror mirror, RequestContext request, Frame frame, AttributeEncoder attributes) {
    super(mirror, request, frame, attributes);
    this.listing = os.buffer(LISTING);
  }

  @Override
  int handle(Node node) {
    if (frame.opcode == Opcode.OPENDIR) {
      return open(node);
    }
    OpenFile directory = mirror.file(frame.argumentLong(0));
    if (directory == null) {
      return -Errno.EINVAL;
    }
    return switch (frame.opcode) {
      case Opcode.READDIR -> list(directory, false);
      case Opcode.READDIRPLUS -> list(directory, true);
      case Opcode.FSYNCDIR ->
          mirror.content.sync(request, directory, (frame.argumentInt(8) & 1) != 0);
      case Opcode.RELEASEDIR -> release(directory);
      default -> -Errno.ENOSYS;
    };
  }

  private int open(Node node) {
    int flags = frame.argumentInt(0) | Flags.O_DIRECTORY;
    OpenFile directory = mirror.content.open(request, node, flags, false);
    if (directory == null) {
      return request.error;
    }
    frame.bodyLong(0, directory.id());
    frame.bodyInt(8, OPEN_FLAGS);
    frame.bodyInt(12, 0);
    return 16;
  }

  private int release(OpenFile directory) {
    mirror.content.release(request, directory);
    return 0;
  }

  private int list(OpenFile directory, boolean withNodes) {
    used = 0;
    limit = Math.min(frame.argumentInt(16), frame.out.size() - Frame.BODY);
    int wanted = Math.min(LISTING, withNodes ? Math.max(2048, limit / 4) : limit);
    EntryWriter writer = new EntryWriter(directory, withNodes);
    int result =
        mirror.directories.list(directory, frame.argumentLong(8), listing, wanted, writer::take);
    return result < 0 && used == 0 ? result : used;
  }

  /** Writes entries into the reply. */
  private final class EntryWriter {
    private final OpenFile directory;
    private final boolean withNodes;

    EntryWriter(OpenFile directory, boolean withNodes) {
      this.directory = directory;
      this.withNodes = withNodes;
    }

    boolean take(long inode, long next, int type, int nameOffset) {
      int length = listing.textEnd(nameOffset) - 1 - nameOffset;
      int before = withNodes ? AttributeEncoder.ENTRY : 0;
      int size = (before + ENTRY_HEADER + length + 7) & ~7;
      if (used + size > limit) {
        return false;
      }
      int at = Frame.BODY + used;
      frame.out.clear(at, size);
      request.name(listing, nameOffset);
      Node node = null;
      if (withNodes && !isDots(nameOffset, length)) {
        node = mirror.directories.find(request, directory);
        if (node != null) {
          attributes.putEntry(frame.out, at, request, node);
        }
      }
      long number =
          node == null ? mirror.directories.number(request, directory, inode, type) : node.number();
      putEntry(at + before, number, next, type, nameOffset, length);
      used += size;
      return true;
    }

    private void putEntry(int at, long inode, long next, int type, int name, int length) {
      frame.out.putLong(at, inode);
      frame.out.putLong(at + 8, next);
      frame.out.putInt(at + 16, length);
      frame.out.putInt(at + 20, type);
      frame.out.copy(at + ENTRY_HEADER, listing, name, length);
    }

    private boolean isDots(int name, int length) {
      return listing.get(name) == '.'
          && (length == 1 || (length == 2 && listing.get(name + 1) == '.'));
    }
  }
}
