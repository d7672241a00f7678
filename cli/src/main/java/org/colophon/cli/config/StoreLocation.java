// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the store of a command. */
public final class StoreLocation {
  private StoreLocation() {}

  /**
   * Returns the directory in {@code --store}, else in {@code $COLOPHON_STORE}, else in the XDG data
   * directory.
   *
   * @param option the value of {@code --store}; null if not given
   * @param workingDirectory base of relative paths
   * @param environment returns the value of a variable; null if it is unset
   */
  public static Path find(
      @Nullable Path option, Path workingDirectory, UnaryOperator<String> environment) {
    Path given = option == null ? fromEnvironment(environment) : option;
    return workingDirectory.resolve(given).toAbsolutePath().normalize();
  }

  private static Path fromEnvironment(UnaryOperator<String> environment) {
    String store = environment.apply("COLOPHON_STORE");
    if (store != null) {
      return Path.of(store);
    }
    return xdg(environment, "XDG_DATA_HOME", ".local/share");
  }

  /** Returns Colophon's directory in one of the XDG directories. Ignores relative values. */
  static Path xdg(UnaryOperator<String> environment, String variable, String inHome) {
    String base = environment.apply(variable);
    if (base != null && Path.of(base).isAbsolute()) {
      return Path.of(base, "colophon");
    }
    String home = environment.apply("HOME");
    return Path.of(home == null ? System.getProperty("user.home") : home, inHome, "colophon");
  }
}
