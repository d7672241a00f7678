package org.colophon.benchmarks;

import java.nio.file.Path;

/**
 * Where the sources lie: the directory of the launcher that started us, else the working directory.
 */
final class Checkout {
  private Checkout() {}

  static Path launcher() {
    return Path.of(System.getProperty("colophon.launcher", "colophon")).toAbsolutePath();
  }

  static Path root() {
    return launcher().getParent();
  }
}
