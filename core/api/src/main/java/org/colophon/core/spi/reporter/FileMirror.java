// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;

/**
 * A reporter that handles every operation on the files below a directory. See {@link
 * ReporterCoordination}. Any thread.
 */
public interface FileMirror {
  /** Returns the directory, absolute, without symbolic links. */
  Bytes mount();

  /** Returns true if this mirror reports the operations at a path of the directory. */
  boolean reports(Bytes path);

  /**
   * Returns a path to the same file that does not lead through the mirror, since the mirror may be
   * waiting for the caller.
   */
  Bytes behind(Bytes path);

  /**
   * Returns the sink's id of the process that has a pid now; 0 if the mirror does not know it.
   *
   * @param sink the caller's sink, which declares the process if that has not happened yet
   */
  long processOf(int pid, OperationSink sink);
}
