package org.colophon.reporters.strace.replay;

import org.colophon.core.model.Bytes;

/** A task's working folder and root folder; shared where the kernel shares them. */
final class Folders {
  static final Bytes ROOT = Bytes.of("/");

  Bytes working;
  Bytes root;

  /** The last rename that was applied; several tasks may share these folders. */
  long movedAt;

  Folders(Bytes working, Bytes root) {
    this.working = working;
    this.root = root;
  }

  Folders copy() {
    return new Folders(working, root);
  }
}
