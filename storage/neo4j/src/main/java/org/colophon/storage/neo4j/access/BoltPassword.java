// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/**
 * The password of Bolt clients, in a file that only its owner can read. It is generated on first
 * use. Users may replace it in the file, which is read at each start.
 */
final class BoltPassword {
  private static final Logger LOG = System.getLogger(BoltPassword.class.getName());
  private static final String FILE = "bolt-password";
  private static final int RANDOM_BYTES = 24;

  private final Path file;

  /**
   * @param directory the directory of the adapter
   */
  BoltPassword(Path directory) {
    this.file = directory.resolve(FILE);
  }

  Path file() {
    return file;
  }

  String text() {
    try {
      if (!Files.exists(file)) {
        PrivateFiles.write(file, random() + "\n");
      }
      refuseReadable();
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Copies another password, if it exists and other users cannot know it. */
  void keep(BoltPassword other) {
    try {
      if (Files.exists(other.file) && PrivateFiles.isPrivate(other.file)) {
        PrivateFiles.write(file, other.text() + "\n");
      } else if (Files.exists(other.file)) {
        LOG.log(
            Level.WARNING,
            "other users can read {0}, so Bolt clients get another password",
            other.file);
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private ColophonException unusable(IOException e) {
    return ErrorCode.IO_FAILED.exception("the password file " + file + " cannot be used: " + e, e);
  }

  /** Rejects a file that other users may have read. */
  private void refuseReadable() throws IOException {
    if (!PrivateFiles.isPrivate(file)) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "other users can read the password file %s; delete it to generate a new one"
              .formatted(file));
    }
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
