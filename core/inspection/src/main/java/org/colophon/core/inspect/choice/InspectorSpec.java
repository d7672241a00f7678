// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/**
 * Configuration of an inspector: selected changes, limits and own options. Immutable. The
 * constructor validates the options.
 */
public final class InspectorSpec {
  private final InspectorFactory factory;
  private final Map<String, String> options;
  private final InspectorTraits traits;
  private final PathGlobs globs;

  /**
   * Creates a specification with the inspector's own options.
   *
   * @param traits defaults of the factory, or the user's settings
   */
  public InspectorSpec(
      InspectorFactory factory, Map<String, String> options, InspectorTraits traits) {
    this.factory = factory;
    this.options = Map.copyOf(options);
    this.traits = traits;
    this.globs = new PathGlobs(traits.globs());
    factory.create(this.options);
  }

  /** Creates a specification with the factory's defaults. */
  public static InspectorSpec of(InspectorFactory factory) {
    return new InspectorSpec(factory, Map.of(), factory.traits());
  }

  public String name() {
    return factory.name();
  }

  public Map<String, String> options() {
    return options;
  }

  public InspectorTraits traits() {
    return traits;
  }

  /** Creates an inspector with these options. */
  public Inspector create() {
    return factory.create(options);
  }

  /** Returns true if the inspector accepts a change with this path or type. */
  public boolean wants(Bytes path, String mediaType) {
    return globs.matches(path) || MediaTypes.matches(traits.mediaTypes(), mediaType);
  }

  /** Returns true if contents of this type are inspected in a worker JVM. */
  public boolean isIsolated(String mediaType) {
    return MediaTypes.matches(traits.isolatedTypes(), mediaType);
  }
}
