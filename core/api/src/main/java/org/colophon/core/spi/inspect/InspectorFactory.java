package org.colophon.core.spi.inspect;

import java.util.Map;
import org.colophon.core.plugin.Plugin;

/**
 * Makes the inspectors of one kind of content. List the class in {@code
 * META-INF/services/org.colophon.core.spi.inspect.InspectorFactory} and it is found by name.
 */
public interface InspectorFactory extends Plugin {
  /**
   * Which changes it wants to see and how it is to be run; users may override all but isolation.
   */
  InspectorTraits traits();

  /**
   * Constructs an inspector. No I/O. Refuses unknown options and bad values with BAD_REQUEST.
   *
   * <p>Called for each thread that inspects, and in each worker JVM if isolation was asked for.
   *
   * @param options by name, see {@link #options()}
   */
  Inspector create(Map<String, String> options);
}
