package org.colophon.reporters.strace.replay;

import org.colophon.core.model.Bytes;

/** Working and root directory of tasks, shared as in the kernel. */
final class Folders {
  static final Bytes ROOT = Bytes.of("/");

  Bytes working;
  Bytes root;

  /** The last rename applied; several tasks may share this object. */
  long movedAt;

  Folders(Bytes working, Bytes root) {
    this.working = working;
    this.root = root;
  }

  Folders copy() {
    return new Folders(working, root);
  }
}
