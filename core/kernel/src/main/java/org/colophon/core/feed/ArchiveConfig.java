// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The archive of a kernel.
 *
 * @param directory may be shared by several stores
 * @param sealAfter the longest time that a record waits in the live journal for its archive
 */
public record ArchiveConfig(Path directory, Duration sealAfter) {
  public static final Duration DEFAULT_SEAL_AFTER = Duration.ofMinutes(5);

  /** Size before compression at which a file is sealed. */
  static final long PIECE_BYTES = 64L << 20;
}
