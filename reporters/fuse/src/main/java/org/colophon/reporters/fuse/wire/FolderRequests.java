package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;

/** Handles requests for open directories. */
final class FolderRequests extends RequestHandler {
  private static final int ENTRY_HEADER = 24;
  private static final int LISTING = 1 << 17;

  /** The kernel may keep a listing until the directory is opened again. */
  private static final int OPEN_FLAGS = 0;

  private final NativeBuffer listing;
  private int used;
  private int limit;

  FolderRequests(Os os, Mirror mirror, Lane lane, Frame frame, Attributes attributes) {
    super(mirror, lane, frame, attributes);
    this.listing = os.buffer(LISTING);
  }

  @Override
  int handle(Node node) {
    if (frame.opcode == Opcode.OPENDIR) {
      return open(node);
    }
    OpenFile folder = mirror.file(frame.argumentLong(0));
    if (folder == null) {
      return -Errno.EINVAL;
    }
    return switch (frame.opcode) {
      case Opcode.READDIR -> list(folder, false);
      case Opcode.READDIRPLUS -> list(folder, true);
      case Opcode.FSYNCDIR -> mirror.content.sync(lane, folder, (frame.argumentInt(8) & 1) != 0);
      case Opcode.RELEASEDIR -> release(folder);
      default -> -Errno.ENOSYS;
    };
  }

  private int open(Node node) {
    int flags = frame.argumentInt(0) | Flags.O_DIRECTORY;
    OpenFile folder = mirror.content.open(lane, node, flags, false);
    if (folder == null) {
      return lane.error;
    }
    frame.bodyLong(0, folder.id());
    frame.bodyInt(8, OPEN_FLAGS);
    frame.bodyInt(12, 0);
    return 16;
  }

  private int release(OpenFile folder) {
    mirror.content.release(lane, folder);
    return 0;
  }

  private int list(OpenFile folder, boolean withNodes) {
    used = 0;
    limit = Math.min(frame.argumentInt(16), frame.out.size() - Frame.BODY);
    int wanted = Math.min(LISTING, withNodes ? Math.max(2048, limit / 4) : limit);
    FolderTaker taker = new FolderTaker(folder, withNodes);
    int result = mirror.folders.list(folder, frame.argumentLong(8), listing, wanted, taker::take);
    return result < 0 && used == 0 ? result : used;
  }

  /** Writes entries into the reply. */
  private final class FolderTaker {
    private final OpenFile folder;
    private final boolean withNodes;

    FolderTaker(OpenFile folder, boolean withNodes) {
      this.folder = folder;
      this.withNodes = withNodes;
    }

    boolean take(long inode, long next, int type, int nameOffset) {
      int length = listing.textEnd(nameOffset) - 1 - nameOffset;
      int before = withNodes ? Attributes.ENTRY : 0;
      int size = (before + ENTRY_HEADER + length + 7) & ~7;
      if (used + size > limit) {
        return false;
      }
      int at = Frame.BODY + used;
      frame.out.clear(at, size);
      if (withNodes && !isDots(nameOffset, length)) {
        lane.name(listing, nameOffset);
        Node node = mirror.folders.find(lane, folder);
        if (node != null) {
          attributes.putEntry(frame.out, at, lane, node);
        }
      }
      putEntry(at + before, inode, next, type, nameOffset, length);
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
