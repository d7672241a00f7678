package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.OperationSink;

/** What the other reporters of the kernel see of a mirror. */
record Shown(Provenance provenance, Bytes mount, Bytes root) implements FileMirror {
  @Override
  public boolean reports(Bytes path) {
    return provenance.scope.hasPath(below(path));
  }

  /** The dot makes of a folder's link in /proc the folder. */
  @Override
  public Bytes behind(Bytes path) {
    return root.concat(Bytes.of("/.")).concat(below(path));
  }

  private Bytes below(Bytes path) {
    return path.slice(mount.length(), path.length());
  }

  @Override
  public long processOf(int pid, OperationSink sink) {
    return provenance.programs.processOf(pid, sink);
  }
}
