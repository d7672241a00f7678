// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

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

  /** Returns an adapter named like its engine, with default options. */
  public static AdapterSpec of(String engine) {
    return new AdapterSpec(engine, engine, Map.of(), 1);
  }
}
