package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;

/**
 * A reporter through which everything goes that is done with the files below a folder. See {@link
 * ReporterCoordination}. Any thread.
 */
public interface FileMirror {
  /** The folder, absolute, without symbolic links. */
  Bytes mount();

  /** Whether it reports what is done with what is at a path of the folder. */
  boolean reports(Bytes path);

  /**
   * A path that leads this process to the same file without going through the mirror, which may be
   * waiting for who asks.
   */
  Bytes behind(Bytes path);

  /**
   * The process that it knows under a pid now, as the sink's id; 0 if none.
   *
   * @param sink the caller's, in case it is declared only now
   */
  long processOf(int pid, OperationSink sink);
}
