// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds nodes by path, and keeps them known. libfuse does not report which files Linux has
 * forgotten. So each node found is kept until its last name is removed, or until there are too many
 * nodes. Any thread.
 */
final class KeptNodes {
  private final Mirror mirror;
  private final Set<Node> kept = ConcurrentHashMap.newKeySet();

  KeptNodes(Mirror mirror) {
    this.mirror = mirror;
  }

  /** Returns the node of a path, which the caller must release; null with the request's error. */
  @Nullable Node find(RequestContext request, PathNames path) {
    return find(request, path, path.count());
  }

  /** Returns the directory of a path's last name, like {@link #find}. Sets the name. */
  @Nullable Node findDirectory(RequestContext request, PathNames path) {
    Node directory = find(request, path, path.count() - 1);
    path.name(request, path.count() - 1);
    return directory;
  }

  private @Nullable Node find(RequestContext request, PathNames path, int count) {
    Node node = mirror.root();
    for (int i = 0; i < count; i++) {
      path.name(request, i);
      Node next = keep(mirror.lookups.find(request, node));
      mirror.nodes.release(node);
      if (next == null) {
        return null;
      }
      node = next;
    }
    return node;
  }

  /**
   * Keeps a node, which the caller still must release. Forgets unused ones if there are too many.
   */
  @Nullable Node keep(@Nullable Node node) {
    if (node != null) {
      mirror.nodes.hold(node);
      if (!kept.add(node)) {
        mirror.nodes.release(node);
      } else if (mirror.nodes.hasExcess()) {
        kept.forEach(this::forget);
      }
    }
    return node;
  }

  void release(@Nullable Node node) {
    if (node != null) {
      mirror.nodes.release(node);
    }
  }

  /** Forgets a node if it has no name any more. */
  void forgetRemoved(RequestContext request, @Nullable Node node) {
    if (node != null
        && (node.isDirectory()
            || mirror.lookups.status(request, node, null) < 0
            || request.status.links() == 0)) {
      forget(node);
    }
  }

  private void forget(Node node) {
    if (kept.remove(node)) {
      mirror.nodes.release(node);
    }
  }
}
