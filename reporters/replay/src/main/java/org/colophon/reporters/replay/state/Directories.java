// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Working and root directory of tasks. Tasks share an instance as in Linux. */
public final class Directories {
  public static final Bytes ROOT = Bytes.of("/");

  public Bytes working;
  public Bytes root;

  /**
   * Number of the last rename that was applied. Several tasks may share this object, so the number
   * prevents applying a rename twice.
   */
  public long movedAt;

  public Directories(Bytes working, Bytes root) {
    this.working = working;
    this.root = root;
  }

  public Directories copy() {
    return new Directories(working, root);
  }

  /** Returns the new path of a path at or below {@code from}. */
  public static Bytes rebase(Bytes path, Bytes from, Bytes to) {
    return to.concat(path.slice(from.length(), path.length()));
  }

  /**
   * Bind mounts that traced processes made in one mount namespace. A path below a mount point is
   * translated to the path below the mount's source. So a file has the same object under both
   * paths.
   */
  public static final class BindMounts {
    private final Map<Bytes, Bytes> sources = new HashMap<>();

    private boolean isPrivate;

    /** True if a path may lead to another file than these mounts show. */
    public boolean isUncertain;

    /** Returns a copy for a new namespace. */
    public BindMounts copy() {
      BindMounts copy = new BindMounts();
      copy.sources.putAll(sources);
      copy.isPrivate = true;
      copy.isUncertain = isUncertain;
      return copy;
    }

    /** Returns whether the namespace is another one than that of the first process. */
    public boolean isPrivate() {
      return isPrivate;
    }

    public boolean isEmpty() {
      return sources.isEmpty();
    }

    public void add(Bytes point, Bytes source) {
      sources.put(point, source);
    }

    /** Removes a mount. Returns whether it was known. */
    public boolean remove(Bytes point) {
      return sources.remove(point) != null;
    }

    /** Returns the source of a mount; null if no mount is at the path. */
    public @Nullable Bytes source(Bytes path) {
      return sources.get(path);
    }
  }
}
