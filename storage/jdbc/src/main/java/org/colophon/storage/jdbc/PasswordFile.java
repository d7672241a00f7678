package org.colophon.storage.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Reads a password from a file that nobody but its owner may read. */
final class PasswordFile {
  private static final Set<PosixFilePermission> OWNER =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private PasswordFile() {}

  /** The first line. */
  static String read(Path file) {
    try {
      if (!OWNER.containsAll(Files.getPosixFilePermissions(file))) {
        throw new ColophonException(
            ErrorCode.NOT_PERMITTED,
            "others than its owner may read the password file " + file + "; chmod 600 it");
      }
      List<String> lines = Files.readAllLines(file);
      if (lines.isEmpty() || lines.get(0).isEmpty()) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "the first line of the password file " + file + " is empty");
      }
      return lines.get(0);
    } catch (NoSuchFileException e) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "there is no password file " + file, e);
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the password file " + file + " cannot be read: " + e, e);
    }
  }
}
