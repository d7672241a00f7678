// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.util.Map;

/**
 * A durable adapter that a store has, running or stopped.
 *
 * @param name its name in the store. Its directory has that name, and a number if it was replaced.
 * @param engine the name by which its {@link org.colophon.core.spi.storage.StorageAdapterFactory}
 *     is found.
 * @param options the options of its last run.
 * @param heldLsn the durable LSN that was saved last; the adapter may hold later records.
 */
public record AttachedAdapter(
    String name, String engine, Map<String, String> options, long heldLsn) {
  public AttachedAdapter {
    options = Map.copyOf(options);
  }
}
