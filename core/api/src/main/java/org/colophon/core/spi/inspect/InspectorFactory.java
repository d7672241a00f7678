// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.util.Map;
import org.colophon.core.plugin.Plugin;

/**
 * Makes the inspectors of one kind of content. List the class in {@code
 * META-INF/services/org.colophon.core.spi.inspect.InspectorFactory} to make it available by name.
 */
public interface InspectorFactory extends Plugin {
  /**
   * Returns the selection of changes for the inspector, and its limits. Users may override
   * everything except isolation.
   */
  InspectorTraits traits();

  /**
   * Constructs an inspector. No I/O. Rejects unknown options and bad values with BAD_REQUEST.
   *
   * <p>Called for each inspecting thread, and in each worker JVM if isolation was requested.
   *
   * @param options by name, see {@link #options()}
   */
  Inspector create(Map<String, String> options);
}
