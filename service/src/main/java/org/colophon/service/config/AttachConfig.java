// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.files.RootPaths;

/**
 * Permissions of callers that attach reporters.
 *
 * @param roots directories below which options may name files
 * @param commands true if options may name programs to run
 */
public record AttachConfig(RootPaths roots, boolean commands) {
  /** Permits files that the service's user may read, and no programs. */
  public static final AttachConfig DEFAULT =
      new AttachConfig(List.of(Path.of(System.getProperty("user.home"))), false);

  /** Creates permissions with the directories of {@code roots}. */
  public AttachConfig(List<Path> roots, boolean commands) {
    this(new RootPaths(roots), commands);
  }
}
