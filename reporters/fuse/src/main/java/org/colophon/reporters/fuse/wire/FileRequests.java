// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.jspecify.annotations.Nullable;

/** Handles requests for open files. Returns the length of the reply or a negative error number. */
final class FileRequests extends Dispatcher.RequestHandler {
  private static final int DIRECT_IO = 1;
  private static final int NO_FLUSH = 1 << 5;
  private static final int PASS_THROUGH = 1 << 7;
  private static final int WRITE_FROM_CACHE = 1;
  private static final int KILL_SET_ID = 4;
  private static final int OPEN_KILLS_SET_ID = 1;
  private static final int DATA_ONLY = 1;

  private final ServingOptions options;

  FileRequests(
      Mirror mirror,
      RequestContext request,
      Frame frame,
      AttributeEncoder attributes,
      ServingOptions options) {
    super(mirror, request, frame, attributes);
    this.options = options;
  }

  @Override
  int handle(Node node) {
    return switch (frame.opcode) {
      case Opcode.OPEN -> open(node);
      case Opcode.CREATE -> create(node);
      case Opcode.TMPFILE -> createUnnamed(node);
      default -> handleOpen();
    };
  }

  private int handleOpen() {
    OpenFile file = mirror.file(frame.argumentLong(0));
    if (file == null) {
      return -Errno.EINVAL;
    }
    return switch (frame.opcode) {
      case Opcode.READ -> read(file);
      case Opcode.WRITE -> write(file);
      case Opcode.FLUSH -> flush(file);
      case Opcode.RELEASE -> release(file);
      case Opcode.FSYNC ->
          mirror.content.sync(request, file, (frame.argumentInt(8) & DATA_ONLY) != 0);
      case Opcode.FALLOCATE -> allocate(file);
      case Opcode.LSEEK -> seek(file);
      case Opcode.COPY_FILE_RANGE -> copy(file);
      default -> -Errno.ENOSYS;
    };
  }

  private int open(Node node) {
    boolean strips = (frame.argumentInt(4) & OPEN_KILLS_SET_ID) != 0;
    return opened(mirror.content.open(request, node, frame.argumentInt(0), strips), 0);
  }

  private int opened(@Nullable OpenFile file, int at) {
    if (file == null) {
      return request.error;
    }
    int backing = file.node().isFile() ? mirror.backing(file) : 0;
    frame.bodyLong(at, file.id());
    frame.bodyInt(at + 8, openFlags(file, backing != 0));
    frame.bodyInt(at + 12, backing);
    return at + 16;
  }

  /**
   * Returns the flags of the reply to an open. They tell Linux to send no request for closes that
   * need no reply.
   */
  private int openFlags(OpenFile file, boolean isPassed) {
    boolean isAwaited = options.seesCloses() && file.isWritable();
    boolean isDirect = isPassed ? !file.isUnseen() : options.seesEveryRead();
    return (isDirect ? DIRECT_IO : 0) | (isPassed ? PASS_THROUGH : 0) | (isAwaited ? 0 : NO_FLUSH);
  }

  private int create(Node directory) {
    request.umask = frame.argumentInt(8);
    request.name(frame.in, Frame.ARGUMENTS + 16);
    return created(
        mirror.content.create(request, directory, frame.argumentInt(0), frame.argumentInt(4)));
  }

  private int createUnnamed(Node directory) {
    request.umask = frame.argumentInt(8);
    return created(
        mirror.content.createUnnamed(
            request, directory, frame.argumentInt(0), frame.argumentInt(4)));
  }

  private int created(@Nullable OpenFile file) {
    if (file == null) {
      return request.error;
    }
    attributes.entry(frame, request, file.node());
    return opened(file, AttributeEncoder.ENTRY);
  }

  private int read(OpenFile file) {
    int size = Math.min(frame.argumentInt(16), frame.out.size() - Frame.BODY);
    return mirror.content.read(
        request,
        file,
        frame.out.address(Frame.BODY),
        size,
        frame.argumentLong(8),
        frame.argumentInt(32));
  }

  private int write(OpenFile file) {
    int count = written(file, frame.argumentInt(20));
    frame.bodyInt(0, count);
    frame.bodyInt(4, 0);
    return count < 0 ? count : 8;
  }

  private int written(OpenFile file, int how) {
    long source = frame.data;
    int size = frame.argumentInt(16);
    long offset = frame.argumentLong(8);
    boolean strips = (how & KILL_SET_ID) != 0;
    if ((how & WRITE_FROM_CACHE) == 0) {
      int flags = frame.argumentInt(32);
      return mirror.content.write(request, file, source, size, offset, flags, strips);
    }
    request.task = RequestContext.NOBODY; // Linux writes a mapping back
    return mirror.content.writeMapped(request, file, source, size, offset, strips);
  }

  private int flush(OpenFile file) {
    mirror.content.flush(request, file);
    return 0;
  }

  private int release(OpenFile file) {
    mirror.content.release(request, file);
    return 0;
  }

  private int allocate(OpenFile file) {
    return mirror.content.allocate(
        request, file, frame.argumentInt(24), frame.argumentLong(8), frame.argumentLong(16));
  }

  private int seek(OpenFile file) {
    long found = mirror.content.seek(file, frame.argumentLong(8), frame.argumentInt(16));
    frame.bodyLong(0, found);
    return found < 0 ? (int) found : 8;
  }

  private int copy(OpenFile from) {
    OpenFile to = mirror.file(frame.argumentLong(24));
    if (to == null) {
      return -Errno.EINVAL;
    }
    long length = Math.min(frame.argumentLong(40), 1 << 30);
    long count =
        mirror.content.copy(
            request, from, frame.argumentLong(8), to, frame.argumentLong(32), length);
    frame.bodyInt(0, (int) count);
    frame.bodyInt(4, 0);
    return count < 0 ? (int) count : 8;
  }
}
