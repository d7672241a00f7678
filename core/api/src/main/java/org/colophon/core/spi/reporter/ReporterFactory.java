// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import java.util.Map;
import org.colophon.core.plugin.Plugin;

/**
 * Makes the reporters of one kind of source. List the class in {@code
 * META-INF/services/org.colophon.core.spi.reporter.ReporterFactory} to make it available by name.
 */
public interface ReporterFactory extends Plugin {
  /**
   * Constructs a reporter. No I/O. Rejects unknown options and bad values with BAD_REQUEST.
   *
   * @param options by name, see {@link #options()}
   */
  Reporter create(Map<String, String> options);
}
