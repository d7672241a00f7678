// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.function.ToIntFunction;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.jspecify.annotations.Nullable;

/**
 * Base of groups of calls, which return 0 or more, or a negative error number. Any thread; each
 * call uses one {@link Worker}.
 */
abstract class Calls {
  final Mirror mirror;
  final KeptNodes nodes;

  Calls(Mirror mirror, KeptNodes nodes) {
    this.mirror = mirror;
    this.nodes = nodes;
  }

  /** Applies an operation to the node of a path. */
  int with(Worker worker, long path, ToIntFunction<Node> operation) {
    return with(nodes.find(worker.request, worker.path.read(path)), worker, operation);
  }

  /** Applies an operation to the directory of a path, whose last name is that of the request. */
  int inside(Worker worker, long path, ToIntFunction<Node> operation) {
    return with(nodes.findDirectory(worker.request, worker.path.read(path)), worker, operation);
  }

  /** Applies an operation to a node, if it was found, and releases it. */
  int with(@Nullable Node node, Worker worker, ToIntFunction<Node> operation) {
    if (node == null) {
      return worker.request.error;
    }
    try {
      return operation.applyAsInt(node);
    } finally {
      nodes.release(node);
    }
  }

  /** Applies an operation to an open file. */
  int withFile(long info, ToIntFunction<OpenFile> operation) {
    OpenFile file = mirror.file(FileInfo.handle(info));
    return file == null ? -Errno.EINVAL : operation.applyAsInt(file);
  }
}
