// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import org.jspecify.annotations.Nullable;

/**
 * Content of a file before and after it was written. The receiver closes it once.
 *
 * @param before content when last settled; null if the file was new
 * @param equalPrefixBytes number of unchanged bytes at the beginning
 */
public record SettledContent(@Nullable Snapshot before, Snapshot after, long equalPrefixBytes)
    implements AutoCloseable {
  @Override
  public void close() {
    if (before != null) {
      before.close();
    }
    after.close();
  }
}
