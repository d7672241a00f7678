// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;

/** A file with a secret key, which only its owner may read. */
public final class KeyFile {
  private KeyFile() {}

  /**
   * Writes a new file.
   *
   * @throws ColophonException ALREADY_EXISTS, IO_FAILED
   */
  public static void write(Path file, SigningKey key) {
    if (Files.exists(file)) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          file + " exists, and a key is never overwritten: choose another file");
    }
    try (var channel = PrivateFiles.open(file, StandardOpenOption.CREATE_NEW)) {
      channel.write(StandardCharsets.UTF_8.encode(key.format() + "\n"));
      channel.force(true);
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws ColophonException NOT_FOUND; NOT_PERMITTED if others may read it; BAD_REQUEST
   */
  public static SigningKey read(Path file) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER"))) {
        throw ErrorCode.NOT_PERMITTED.exception(
            "other users can read the secret key %s: run chmod 600 on it, and make a new key if somebody may have read it"
                .formatted(file));
      }
      return SigningKey.parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no key %s: make one with colophon keygen".formatted(file), e);
    } catch (IOException e) {
      throw IoFailure.of("read the key", file, e);
    }
  }
}
