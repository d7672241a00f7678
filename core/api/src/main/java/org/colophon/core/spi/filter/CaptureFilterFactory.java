// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.filter;

import java.util.Map;
import org.colophon.core.plugin.Plugin;

/**
 * Makes the capture filters of one kind. List the class in {@code
 * META-INF/services/org.colophon.core.spi.filter.CaptureFilterFactory} to make it available by
 * name.
 */
public interface CaptureFilterFactory extends Plugin {
  /**
   * Constructs a filter. Rejects unknown options and bad values with BAD_REQUEST.
   *
   * @param options by name, see {@link #options()}
   */
  CaptureFilter create(Map<String, String> options);
}
