// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Calls for open files and directories. An open file keeps its node. Files are read and written
 * through the source's page cache, because libfuse's buffers are not aligned for O_DIRECT.
 */
final class FileCalls extends Calls {
  private final boolean seesCloses;

  FileCalls(Mirror mirror, KeptNodes nodes, boolean seesCloses) {
    super(mirror, nodes);
    this.seesCloses = seesCloses;
  }

  private static int flags(long info) {
    return FileInfo.flags(info) & ~Flags.O_DIRECT;
  }

  int open(Worker worker, long path, long info) {
    return open(worker, path, info, flags(info));
  }

  int openDirectory(Worker worker, long path, long info) {
    return open(worker, path, info, flags(info) | Flags.O_DIRECTORY);
  }

  private int open(Worker worker, long path, long info, int flags) {
    RequestContext request = worker.request;
    Node node = nodes.find(request, worker.path.read(path));
    if (node == null) {
      // Linux knows a file that was removed in the source: it looks the name up again.
      return request.error == -Errno.ENOENT ? -Errno.ESTALE : request.error;
    }
    boolean strips = (flags & Flags.O_TRUNC) != 0 && mirror.strips(request, node);
    OpenFile file = mirror.content.open(request, node, flags, strips);
    if (file == null) {
      nodes.release(node);
    }
    return opened(request, file, info);
  }

  int create(Worker worker, long path, long mode, long info) {
    return inside(
        worker,
        path,
        directory -> {
          OpenFile file = mirror.content.create(worker.request, directory, flags(info), (int) mode);
          if (file != null) {
            nodes.keep(file.node());
          }
          return opened(worker.request, file, info);
        });
  }

  private static int opened(RequestContext request, @Nullable OpenFile file, long info) {
    if (file == null) {
      return request.error;
    }
    FileInfo.setHandle(info, file.id());
    return 0;
  }

  int release(Worker worker, long path, long info) {
    return withFile(
        info,
        file -> {
          mirror.content.release(worker.request, file);
          nodes.release(file.node());
          return 0;
        });
  }

  int flush(Worker worker, long path, long info) {
    return withFile(
        info,
        file -> {
          if (seesCloses && file.isWritable()) {
            mirror.content.flush(worker.request, file);
          }
          return 0;
        });
  }

  int sync(Worker worker, long path, long dataOnly, long info) {
    return withFile(info, file -> mirror.content.sync(worker.request, file, (int) dataOnly != 0));
  }

  int read(Worker worker, long path, long target, long size, long offset, long info) {
    return withFile(
        info,
        file -> mirror.content.read(worker.request, file, target, (int) size, offset, flags(info)));
  }

  int write(Worker worker, long path, long source, long size, long offset, long info) {
    return withFile(
        info,
        file -> {
          RequestContext request = worker.request;
          int bytes = (int) size;
          if (FileInfo.isWriteBack(info)) {
            request.task = RequestContext.NOBODY;
            return mirror.content.writeMapped(request, file, source, bytes, offset, false);
          }
          boolean strips = mirror.strips(request, file.node());
          return mirror.content.write(request, file, source, bytes, offset, flags(info), strips);
        });
  }

  int allocate(Worker worker, long path, long mode, long offset, long length, long info) {
    return withFile(
        info, file -> mirror.content.allocate(worker.request, file, (int) mode, offset, length));
  }

  /** Lists a directory from an offset until libfuse's buffer is full. */
  int list(Worker worker, long path, long buffer, long filler, long offset, long info) {
    return withFile(info, directory -> new Listing(worker, directory, buffer, filler).from(offset));
  }

  private final class Listing {
    private final Worker worker;
    private final OpenFile directory;
    private final long buffer;
    private final long filler;
    private long next;
    private boolean hasMore = true;

    Listing(Worker worker, OpenFile directory, long buffer, long filler) {
      this.worker = worker;
      this.directory = directory;
      this.buffer = buffer;
      this.filler = filler;
    }

    int from(long offset) {
      next = offset;
      while (hasMore) {
        hasMore = false;
        int error =
            mirror.directories.list(
                directory, next, worker.buffer, Worker.LISTING_BYTES, this::take);
        if (error < 0) {
          return error;
        }
      }
      return 0;
    }

    private boolean take(long inode, long following, int type, int nameOffset) {
      worker.request.name(worker.buffer, nameOffset);
      long number = mirror.directories.number(worker.request, directory, inode, type);
      long name = worker.buffer.address(nameOffset);
      boolean isFull = Libfuse.fill(filler, buffer, name, worker.entry(number, type), following);
      hasMore = !isFull;
      if (!isFull) {
        next = following;
      }
      return !isFull;
    }
  }
}
