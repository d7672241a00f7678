// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import org.colophon.core.model.Bytes;

/**
 * Detects the media type of content. Colophon has a simple detector. A plug-in lists a better one
 * in {@code META-INF/services/org.colophon.core.spi.inspect.TypeDetector}. Any number of threads at
 * once. It runs in the service, so it reads only the given bytes.
 */
public interface TypeDetector {
  /** Answer for content of unknown type. */
  String UNKNOWN = "application/octet-stream";

  /** Maximum number of leading bytes that a detector receives. */
  int HEAD_BYTES = 8 << 10;

  /**
   * Returns the media type, in lower case and without parameters, or {@link #UNKNOWN}.
   *
   * @param name the file's name, without its directories
   * @param head the first bytes of the content; empty to use the name alone
   */
  String typeOf(Bytes name, byte[] head);
}
