// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import ru.serce.jnrfuse.struct.FileStat;

/** The request, the paths and the buffers of one thread of the transport. Belongs to its thread. */
final class Worker {
  /** Size of the buffer of listings. */
  static final int LISTING_BYTES = 1 << 17;

  final RequestContext request;
  final PathNames path;
  final PathNames otherPath;
  final NativeBuffer buffer;
  private final FileStat stat;
  private final FileStat entry;

  /** Creates the worker of the calling thread. From then on, the thread only serves requests. */
  Worker(Os os, MirrorObserver observer) {
    request = RequestContext.of(os, observer);
    path = new PathNames(os);
    otherPath = new PathNames(os);
    buffer = os.buffer(LISTING_BYTES);
    stat = new FileStat(Runtime.getSystemRuntime());
    entry = FileStat.of(Memory.allocateDirect(Runtime.getSystemRuntime(), Struct.size(stat), true));
  }

  /** Writes the request's status to a {@code struct stat}. */
  void encode(Node node, long address) {
    stat.useMemory(Pointer.wrap(Runtime.getSystemRuntime(), address));
    FileStatus status = request.status;
    stat.st_ino.set(node.number());
    stat.st_mode.set(status.mode());
    stat.st_nlink.set(status.links());
    stat.st_uid.set(status.user());
    stat.st_gid.set(status.group());
    stat.st_rdev.set(status.representedDevice());
    stat.st_size.set(status.size());
    stat.st_blksize.set(status.blockSize());
    stat.st_blocks.set(status.blocks());
    stat.st_atim.tv_sec.set(status.accessSeconds());
    stat.st_atim.tv_nsec.set(status.accessNanos());
    stat.st_mtim.tv_sec.set(status.modificationSeconds());
    stat.st_mtim.tv_nsec.set(status.modificationNanos());
    stat.st_ctim.tv_sec.set(status.changeSeconds());
    stat.st_ctim.tv_nsec.set(status.changeNanos());
  }

  /** Returns the address of a {@code struct stat} with a number and a type. */
  long entry(long number, int type) {
    entry.st_ino.set(number);
    entry.st_mode.set(type << 12);
    return Struct.getMemory(entry).address();
  }
}
