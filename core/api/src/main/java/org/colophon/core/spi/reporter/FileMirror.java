package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;

/**
 * A reporter that handles every operation on the files below a directory. See {@link
 * ReporterCoordination}. Any thread.
 */
public interface FileMirror {
  /** Returns the directory, absolute, without symbolic links. */
  Bytes mount();

  /** Returns true if it reports the operations at a path of the directory. */
  boolean reports(Bytes path);

  /**
   * Returns a path to the same file that bypasses the mirror, which may be waiting for the caller.
   */
  Bytes behind(Bytes path);

  /**
   * Returns the process that it knows under a pid now, as the sink's id; 0 if none.
   *
   * @param sink the caller's, in case it is declared only now
   */
  long processOf(int pid, OperationSink sink);
}
