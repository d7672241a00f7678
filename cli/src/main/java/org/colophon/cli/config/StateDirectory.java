// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.colophon.core.files.PrivateFiles;

/** Directory for a user's state that does not belong to a store. */
public final class StateDirectory {
  private StateDirectory() {}

  /**
   * Returns a file that only its owner can read. If it does not exist, creates it empty.
   *
   * @param environment returns the value of a variable; null if it is unset
   * @throws IOException if the directory cannot be created or written
   */
  public static Path file(String name, UnaryOperator<String> environment) throws IOException {
    Path directory = root(environment);
    Files.createDirectories(directory, PrivateFiles.DIRECTORY);
    Path file = directory.resolve(name);
    if (!Files.exists(file)) {
      Files.createFile(file, PrivateFiles.FILE);
    }
    Files.setPosixFilePermissions(file, PrivateFiles.FILE.value());
    return file;
  }

  /** Returns a subdirectory, which may not exist. */
  public static Path directory(String name, UnaryOperator<String> environment) {
    return root(environment).resolve(name);
  }

  private static Path root(UnaryOperator<String> environment) {
    return StoreLocation.xdg(environment, "XDG_STATE_HOME", ".local/state");
  }
}
