package org.colophon.storage.jdbc.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/** Reads a password from a file that only its owner may read. */
final class PasswordFile {
  private PasswordFile() {}

  /** Returns the first line. */
  static String read(Path file) {
    try {
      if (!PrivateFiles.isPrivate(file)) {
        throw new ColophonException(
            ErrorCode.NOT_PERMITTED,
            "other users may read the password file " + file + "; run chmod 600 on it");
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
