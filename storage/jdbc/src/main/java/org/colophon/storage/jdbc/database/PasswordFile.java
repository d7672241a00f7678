// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/** Reads a password from a file that only its owner may read. */
final class PasswordFile {
  private PasswordFile() {}

  /** Returns the first line. */
  static String read(Path file) {
    try {
      if (!PrivateFiles.isPrivate(file)) {
        throw ErrorCode.NOT_PERMITTED.exception(
            "other users may read the password file " + file + "; run chmod 600 on it");
      }
      List<String> lines = Files.readAllLines(file);
      if (lines.isEmpty() || lines.get(0).isEmpty()) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the first line of the password file " + file + " is empty");
      }
      return lines.get(0);
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception("there is no password file " + file, e);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("the password file " + file + " cannot be read: " + e, e);
    }
  }
}
