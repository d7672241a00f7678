// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ErrorCode;

/**
 * A storage adapter to run.
 *
 * @param name name of the adapter and its directory in the store.
 * @param engine name of the plug-in.
 * @param options options of the engine.
 * @param share maximum share of the machine, above 0 and at most 1.
 */
public record AdapterSpec(String name, String engine, Map<String, String> options, double share) {
  public AdapterSpec {
    options = Map.copyOf(options);
    ErrorCode.BAD_REQUEST.require(
        share > 0 && share <= 1, "an adapter's share is above 0 and at most 1");
  }

  /**
   * Returns true if the adapter's data is in the store. Returns false if an option selects another
   * place or a port.
   */
  public boolean isInStore() {
    return !options.containsKey("url") && !options.containsKey("bolt");
  }

  /**
   * Returns the adapter of the store of another host. Many such stores are open at once, so RocksDB
   * has a smaller buffer and cache by default.
   */
  public AdapterSpec ofHost() {
    if (!engine.equals("rocksdb")) {
      return this;
    }
    Map<String, String> smaller =
        new HashMap<>(Map.of("buffer-operations", "32768", "block-cache-bytes", "1m"));
    smaller.putAll(options);
    return new AdapterSpec(name, engine, smaller, share);
  }

  /** Returns an adapter named like its engine, with default options. */
  public static AdapterSpec of(String engine) {
    return new AdapterSpec(engine, engine, Map.of(), 1);
  }
}
