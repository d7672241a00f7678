package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.OperationSink;

/** View of a mirror for other reporters. */
record Shown(Provenance provenance, Bytes mount, Bytes root) implements FileMirror {
  @Override
  public boolean reports(Bytes path) {
    return provenance.scope.hasPath(below(path));
  }

  /** The dot turns a directory's link in /proc into the directory. */
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
