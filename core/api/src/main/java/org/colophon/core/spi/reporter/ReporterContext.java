// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.threads.BackgroundThreads;

/** Services of the kernel for a running reporter. */
public interface ReporterContext {
  /** Returns a new sink for one thread of the reporter. */
  OperationSink newSink();

  /**
   * Returns a directory for temporary files, made for this reporter and closed to other users. In a
   * store it is emptied when the store is opened.
   */
  default Path scratch() {
    try {
      return Files.createTempDirectory("colophon");
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot make a scratch directory: " + e, e);
    }
  }

  /** Returns this machine's stable id, for identities. */
  String hostId();

  /** Returns the id of this boot of the operating system, for identities. */
  String bootId();

  /**
   * Returns the last position that was published for a source, in this run or before; {@code
   * Bytes.EMPTY} if none exists. Positions from before this run are durable. The source belongs to
   * this reporter from now on until it ends.
   *
   * @throws ColophonException ALREADY_EXISTS if another reporter reads this source
   */
  Bytes position(String source);

  /**
   * Returns the transactions that are prepared and not decided, oldest first. A reporter decides
   * its own at its start: see {@link OperationSink#prepare}.
   *
   * @throws ColophonException BAD_REQUEST if this context cannot list them
   */
  default List<PreparedTransaction> preparedTransactions() {
    throw ErrorCode.BAD_REQUEST.exception(
        "this context lists no transactions: use colophon transactions, or GET /v1/transactions");
  }

  /** Returns the opener for files that the reporter's options name, and for files next to them. */
  default FileOpener files() {
    return FileOpener.PLAIN;
  }

  /** Returns this kernel's background threads. */
  default BackgroundThreads backgroundThreads() {
    return new BackgroundThreads();
  }

  /** Returns the other reporters of this kernel that see the same processes. */
  default ReporterCoordination neighbours() {
    return new ReporterCoordination();
  }
}
