package org.colophon.core.inspect.choice;

import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/**
 * An inspector as it is configured: whose changes it sees, its limits, its own options. Immutable;
 * constructing checks the options.
 */
public final class InspectorSpec {
  private final InspectorFactory factory;
  private final Map<String, String> options;
  private final InspectorTraits traits;
  private final PathGlobs globs;

  /**
   * An inspector with options of its own.
   *
   * @param traits what the factory says, or what the user says instead
   */
  public InspectorSpec(
      InspectorFactory factory, Map<String, String> options, InspectorTraits traits) {
    this.factory = factory;
    this.options = Map.copyOf(options);
    this.traits = traits;
    this.globs = new PathGlobs(traits.globs());
    factory.create(this.options);
  }

  /** An inspector as its factory wants it. */
  public static InspectorSpec of(InspectorFactory factory) {
    return new InspectorSpec(factory, Map.of(), factory.traits());
  }

  public String name() {
    return factory.name();
  }

  /** A sentence that describes the inspector's comparison. */
  public String description() {
    return factory.description();
  }

  public Map<String, String> options() {
    return options;
  }

  public InspectorTraits traits() {
    return traits;
  }

  /** A new inspector with these options. */
  public Inspector create() {
    return factory.create(options);
  }

  /** Whether it is to see a change, by the file's path or type. */
  public boolean wants(Bytes path, String mediaType) {
    return globs.matches(path) || MediaTypes.matches(traits.mediaTypes(), mediaType);
  }

  /** Whether contents of a type are inspected in a worker JVM. */
  public boolean isIsolated(String mediaType) {
    return MediaTypes.matches(traits.isolatedTypes(), mediaType);
  }
}
