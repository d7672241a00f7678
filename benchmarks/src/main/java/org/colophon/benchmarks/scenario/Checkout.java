// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Directory of the sources. It is that of the launcher that started this process, or else the
 * working directory.
 */
public final class Checkout {
  private Checkout() {}

  /**
   * Returns the launcher that started this process, or else the launcher in the working directory.
   */
  public static Path launcher() {
    return Path.of(System.getProperty("colophon.launcher", "colophon")).toAbsolutePath();
  }

  /** Returns the top directory of the sources. */
  public static @Nullable Path root() {
    return launcher().getParent();
  }
}
