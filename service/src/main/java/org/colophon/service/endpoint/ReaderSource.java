// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.spi.storage.LineageReader;

/** Source of the readers that answer requests. Any thread. */
public interface ReaderSource {
  /** Begins a read. The same thread ends it. Readers stay valid until then. */
  OpenRead reading();

  /** Returns the open reader of an adapter without waiting; empty if none is open. */
  Optional<LineageReader> readerNow(String adapter);

  /**
   * Returns a reader that sees all operations published before this call.
   *
   * @throws ColophonException NOT_FOUND, ADAPTER_FAILED
   */
  LineageReader reader(String adapter);

  /** Returns the readers of a running kernel. */
  static ReaderSource of(Kernel kernel) {
    return new ReaderSource() {
      @Override
      public OpenRead reading() {
        return kernel.reading();
      }

      @Override
      public Optional<LineageReader> readerNow(String adapter) {
        return kernel.readerNow(adapter);
      }

      @Override
      public LineageReader reader(String adapter) {
        return kernel.reader(adapter);
      }
    };
  }
}
