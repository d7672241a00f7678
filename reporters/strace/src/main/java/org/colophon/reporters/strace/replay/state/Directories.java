package org.colophon.reporters.strace.replay.state;

import org.colophon.core.model.Bytes;

/** Working and root directory of tasks, shared as in the kernel. */
public final class Directories {
  public static final Bytes ROOT = Bytes.of("/");

  public Bytes working;
  public Bytes root;

  /** The last rename applied; several tasks may share this object. */
  public long movedAt;

  public Directories(Bytes working, Bytes root) {
    this.working = working;
    this.root = root;
  }

  public Directories copy() {
    return new Directories(working, root);
  }

  /** Returns the new path of something at or below {@code from}. */
  public static Bytes rebase(Bytes path, Bytes from, Bytes to) {
    return to.concat(path.slice(from.length(), path.length()));
  }
}
