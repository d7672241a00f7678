package org.colophon.service.config;

import java.util.Map;

/**
 * A storage adapter to run.
 *
 * @param name of the adapter and its directory in the store
 * @param engine name of the plug-in
 * @param options of the engine
 * @param share of the machine, above 0 and at most 1
 */
public record AdapterSpec(String name, String engine, Map<String, String> options, double share) {
  public AdapterSpec {
    options = Map.copyOf(options);
    Checks.require(share > 0 && share <= 1, "an adapter's share is above 0 and at most 1");
  }

  /** Returns false if an option places data outside the store or uses a port. */
  public boolean isInStore() {
    return !options.containsKey("url") && !options.containsKey("bolt");
  }

  /** An engine under its own name with default options. */
  public static AdapterSpec of(String engine) {
    return new AdapterSpec(engine, engine, Map.of(), 1);
  }
}
