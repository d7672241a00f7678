package org.colophon.service.http.server;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes the folder, closed to others, in which a socket file is made. The file's path there is no
 * longer than with the name {@code socket} beside the folder, as {@link
 * org.colophon.service.config.ServiceConfig} counts on: the operating system takes short ones only.
 */
final class ScratchDirectory {
  private static final int RADIX = 36;

  /** The numbers of two digits. */
  private static final int FIRST = RADIX;

  private static final int NAMES = RADIX * RADIX - FIRST;

  private ScratchDirectory() {}

  /** Makes one of a name that nobody has. */
  static Path in(Path folder) throws IOException {
    FileAttribute<?> closed =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    int begin = ThreadLocalRandom.current().nextInt(NAMES);
    for (int i = 0; i < NAMES; i++) {
      String name = ".s" + Integer.toString(FIRST + (begin + i) % NAMES, RADIX);
      try {
        return Files.createDirectory(folder.resolve(name), closed);
      } catch (FileAlreadyExistsException e) {
        // another service starts here, or was killed while it did
      }
    }
    throw new FileAlreadyExistsException(
        folder.resolve(".s??").toString(), null, "all such names are taken; delete what is left");
  }
}
