// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.copy;

import java.util.Map;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogFactory;

/**
 * Settings of a shared log.
 *
 * @param log name of the plug-in, such as {@code kafka}
 */
public record SharedLogSpec(String log, Map<String, String> options) {
  public SharedLogSpec {
    options = Map.copyOf(options);
  }

  /**
   * Prepares the log. Builds the plug-in if necessary.
   *
   * @throws org.colophon.core.error.ColophonException NOT_FOUND; BAD_REQUEST if options are invalid
   */
  public SharedLog open() {
    return new PluginLoader<>(SharedLogFactory.class).get(log).open(options);
  }
}
