package org.colophon.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.colophon.core.files.PrivateFiles;

/** Directory for the state of a user that belongs to no store. */
public final class StateDirectory {
  private StateDirectory() {}

  /**
   * Returns a file that only its owner can read, created empty if it does not exist.
   *
   * @param environment answers null for a variable that is unset
   * @throws IOException if the directory cannot be made or written
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

  /** Returns a directory in the same place, which may not exist. */
  public static Path directory(String name, UnaryOperator<String> environment) {
    return root(environment).resolve(name);
  }

  private static Path root(UnaryOperator<String> environment) {
    return StoreLocation.xdg(environment, "XDG_STATE_HOME", ".local/state");
  }
}
