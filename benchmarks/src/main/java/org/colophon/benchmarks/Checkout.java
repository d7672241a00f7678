package org.colophon.benchmarks;

import java.nio.file.Path;

/** Where the sources lie: the folder of the launcher that started us, else the working folder. */
final class Checkout {
  private Checkout() {}

  static Path launcher() {
    return Path.of(System.getProperty("colophon.launcher", "colophon")).toAbsolutePath();
  }

  static Path root() {
    return launcher().getParent();
  }
}
