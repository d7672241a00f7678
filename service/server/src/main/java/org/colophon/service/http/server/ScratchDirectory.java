package org.colophon.service.http.server;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Creates a private directory in which a socket file is created. Its path is as short as {@link
 * org.colophon.service.config.ServiceConfig} assumes.
 */
final class ScratchDirectory {
  private static final int RADIX = 36;

  /** Numbers of two digits. */
  private static final int FIRST = RADIX;

  private static final int NAMES = RADIX * RADIX - FIRST;

  private ScratchDirectory() {}

  /** Creates a directory with an unused name. */
  static Path in(Path directory) throws IOException {
    FileAttribute<?> closed =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    int begin = ThreadLocalRandom.current().nextInt(NAMES);
    for (int i = 0; i < NAMES; i++) {
      String name = ".s" + Integer.toString(FIRST + (begin + i) % NAMES, RADIX);
      try {
        return Files.createDirectory(directory.resolve(name), closed);
      } catch (FileAlreadyExistsException e) {
        // another service starts here, or was killed while starting
      }
    }
    throw new FileAlreadyExistsException(
        directory.resolve(".s??").toString(),
        null,
        "all such names are taken; delete what is left");
  }
}
