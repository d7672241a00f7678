// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.function.ToIntFunction;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.jspecify.annotations.Nullable;
import ru.serce.jnrfuse.struct.Statvfs;

/** Calls for statuses and attributes. */
final class AttributeCalls extends Calls {
  private final Os os;

  AttributeCalls(Os os, Mirror mirror, KeptNodes nodes) {
    super(mirror, nodes);
    this.os = os;
  }

  int status(Worker worker, long path, long stat) {
    return with(worker, path, node -> status(worker, node, null, stat));
  }

  int statusOfFile(Worker worker, long path, long stat, long info) {
    return withFile(info, file -> status(worker, file.node(), file, stat));
  }

  private int status(Worker worker, Node node, @Nullable OpenFile file, long stat) {
    int error = mirror.lookups.status(worker.request, node, file);
    if (error == 0) {
      worker.encode(node, stat);
    }
    return error;
  }

  private int change(Worker worker, long path, ToIntFunction<Node> operation) {
    return with(
        worker,
        path,
        node -> {
          int result = operation.applyAsInt(node);
          if (result >= 0) {
            mirror.attributes.changed(worker.request, node);
          }
          return result;
        });
  }

  int mode(Worker worker, long path, long mode) {
    return change(worker, path, node -> mirror.attributes.mode(worker.request, node, (int) mode));
  }

  int owner(Worker worker, long path, long user, long group) {
    return change(
        worker,
        path,
        node -> mirror.attributes.owner(worker.request, node, (int) user, (int) group));
  }

  /** Sets times from two {@code struct timespec}. */
  int times(Worker worker, long path, long times) {
    long access = Libfuse.MEMORY.getLong(times);
    long accessNanos = Libfuse.MEMORY.getLong(times + 8);
    long change = Libfuse.MEMORY.getLong(times + 16);
    long changeNanos = Libfuse.MEMORY.getLong(times + 24);
    return change(
        worker,
        path,
        node ->
            mirror.attributes.times(
                worker.request, node, access, accessNanos, change, changeNanos));
  }

  int resize(Worker worker, long path, long size) {
    return with(worker, path, node -> resize(worker, node, null, size));
  }

  int resizeFile(Worker worker, long path, long size, long info) {
    return withFile(info, file -> resize(worker, file.node(), file, size));
  }

  private int resize(Worker worker, Node node, @Nullable OpenFile file, long size) {
    boolean strips = mirror.strips(worker.request, node);
    return mirror.content.resize(worker.request, node, file, size, strips);
  }

  /** Converts {@code struct statfs} of 64-bit Linux to {@code struct statvfs}. */
  int fileSystem(Worker worker, long path, long target) {
    return with(
        worker,
        path,
        node -> {
          NativeBuffer system = worker.buffer;
          int error = mirror.lookups.fileSystem(node, system.address());
          if (error == 0) {
            Statvfs found = Statvfs.of(Pointer.wrap(Runtime.getSystemRuntime(), target));
            found.f_bsize.set(system.getLong(8));
            found.f_frsize.set(system.getLong(72));
            found.f_blocks.set(system.getLong(16));
            found.f_bfree.set(system.getLong(24));
            found.f_bavail.set(system.getLong(32));
            found.f_files.set(system.getLong(40));
            found.f_ffree.set(system.getLong(48));
            found.f_namemax.set(system.getLong(64));
          }
          return error;
        });
  }

  int set(Worker worker, long path, long name, long value, long size, long flags) {
    return named(
        worker,
        path,
        name,
        node -> mirror.attributes.set(worker.request, node, value, size, (int) flags, false));
  }

  int get(Worker worker, long path, long name, long value, long size) {
    return named(
        worker, path, name, node -> mirror.attributes.get(worker.request, node, value, size));
  }

  int remove(Worker worker, long path, long name) {
    return named(worker, path, name, node -> mirror.attributes.remove(worker.request, node));
  }

  private int named(Worker worker, long path, long name, ToIntFunction<Node> operation) {
    NativeBuffer text = os.text(Libfuse.MEMORY.getZeroTerminatedByteArray(name));
    return with(
        worker,
        path,
        node -> {
          worker.request.name(text, 0);
          return operation.applyAsInt(node);
        });
  }

  int list(Worker worker, long path, long target, long size) {
    return with(
        worker,
        path,
        node -> {
          int length = mirror.attributes.list(worker.request, node, worker.buffer, 0);
          if (length <= 0 || size == 0) {
            return length;
          }
          if (length > size) {
            return -Errno.ERANGE;
          }
          Libfuse.MEMORY.putByteArray(target, worker.buffer.bytes(0, length), 0, length);
          return length;
        });
  }
}
