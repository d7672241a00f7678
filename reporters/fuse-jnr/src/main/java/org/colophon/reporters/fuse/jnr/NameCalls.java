// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.jspecify.annotations.Nullable;

/** Calls that create, move and remove names. */
final class NameCalls extends Calls {
  private final Os os;

  NameCalls(Os os, Mirror mirror, KeptNodes nodes) {
    super(mirror, nodes);
    this.os = os;
  }

  int makeNode(Worker worker, long path, long mode, long device) {
    return inside(
        worker,
        path,
        directory ->
            made(
                worker,
                mirror.names.makeNode(worker.request, directory, (int) mode, (int) device)));
  }

  int makeDirectory(Worker worker, long path, long mode) {
    return inside(
        worker,
        path,
        directory ->
            made(worker, mirror.names.makeDirectory(worker.request, directory, (int) mode)));
  }

  int makeLink(Worker worker, long target, long path) {
    NativeBuffer text = os.text(Libfuse.MEMORY.getZeroTerminatedByteArray(target));
    worker.request.otherName(text, 0);
    return inside(
        worker, path, directory -> made(worker, mirror.names.makeLink(worker.request, directory)));
  }

  int link(Worker worker, long from, long to) {
    Node node = nodes.find(worker.request, worker.otherPath.read(from));
    return with(
        node,
        worker,
        found ->
            inside(
                worker,
                to,
                directory -> made(worker, mirror.names.link(worker.request, found, directory))));
  }

  private int made(Worker worker, @Nullable Node node) {
    return with(nodes.keep(node), worker, found -> 0);
  }

  int unlink(Worker worker, long path) {
    return remove(worker, path, false);
  }

  int removeDirectory(Worker worker, long path) {
    return remove(worker, path, true);
  }

  private int remove(Worker worker, long path, boolean isDirectory) {
    return inside(
        worker,
        path,
        directory -> {
          Node node = child(worker, directory);
          int result =
              isDirectory
                  ? mirror.names.removeDirectory(worker.request, directory)
                  : mirror.names.unlink(worker.request, directory);
          return removed(worker, node, result);
        });
  }

  /** Looks the name of the request up, as Linux does, so that observers know its node. */
  private @Nullable Node child(Worker worker, Node directory) {
    return nodes.keep(mirror.lookups.find(worker.request, directory));
  }

  private int removed(Worker worker, @Nullable Node node, int result) {
    if (result == 0) {
      nodes.forgetRemoved(worker.request, node);
    }
    nodes.release(node);
    return result;
  }

  int rename(Worker worker, long from, long to) {
    Node target = nodes.findDirectory(worker.request, worker.otherPath.read(to));
    return with(
        target,
        worker,
        targetDirectory -> {
          Node replaced = child(worker, targetDirectory);
          int result = inside(worker, from, directory -> move(worker, directory, targetDirectory));
          return removed(worker, replaced, result);
        });
  }

  private int move(Worker worker, Node from, Node to) {
    Node node = child(worker, from);
    worker.otherPath.otherName(worker.request);
    int result = mirror.names.rename(worker.request, from, to, 0);
    nodes.release(node);
    return result;
  }

  /** Reads a link's target into a buffer, terminated by zero. */
  int readLink(Worker worker, long path, long target, long size) {
    return with(
        worker,
        path,
        node -> {
          int length = mirror.names.readLink(worker.request, node, target, (int) size - 1);
          if (length < 0) {
            return length;
          }
          Libfuse.MEMORY.putByte(target + length, (byte) 0);
          return 0;
        });
  }
}
