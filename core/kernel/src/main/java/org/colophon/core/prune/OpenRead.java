// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

/** Handle of a read of adapter content, which lasts until the handle is closed. Any thread. */
public interface OpenRead extends AutoCloseable {
  /** Ends the read; a second call does nothing. */
  @Override
  void close();
}
