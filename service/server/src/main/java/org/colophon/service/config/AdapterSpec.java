package org.colophon.service.config;

import java.util.Map;

/**
 * A storage adapter to run.
 *
 * @param name its name in the store, and of its folder there
 * @param engine the plug-in's name
 * @param options the engine's own
 * @param share how much of the machine it may take, above 0 and at most 1
 */
public record AdapterSpec(String name, String engine, Map<String, String> options, double share) {
  public AdapterSpec {
    options = Map.copyOf(options);
    Checks.require(share > 0 && share <= 1, "an adapter's share is above 0 and at most 1");
  }

  /** An engine under its own name with default options. */
  public static AdapterSpec of(String engine) {
    return new AdapterSpec(engine, engine, Map.of(), 1);
  }
}
