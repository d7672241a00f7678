// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/** Bearer token of TCP callers, in a file that only its owner may read. */
final class BearerToken {
  private static final int BYTES = 32;
  private static final int MIN_CHARACTERS = 16;
  private static final int ID_BYTES = 4;
  private static final Set<PosixFilePermission> OWNERS =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final byte[] digest;

  private BearerToken(String text) {
    this.digest = DigestUtils.sha256(text);
  }

  /** Reads the token. Creates the file if it is missing. */
  static BearerToken of(Path file) {
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        write(file);
      }
      refuseReadable(file);
      String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
      if (text.length() < MIN_CHARACTERS) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the token in %s is shorter than %d characters: delete the file to get a new token"
                .formatted(file, MIN_CHARACTERS));
      }
      return new BearerToken(text);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read or make the token in " + file + ": " + e, e);
    }
  }

  private static void write(Path file) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String text = HexFormat.of().formatHex(random) + "\n";
    PrivateFiles.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Throws if users other than the owner may read a file of secrets. */
  static void refuseReadable(Path file) throws IOException {
    if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "%s can be read by others than its owner: run chmod 600 on it, and replace it if somebody may have read it"
              .formatted(file));
    }
  }

  /** Returns an id of the token: the first digits of its SHA-256. */
  String id() {
    return HexFormat.of().formatHex(digest, 0, ID_BYTES);
  }

  /** Compares a text with the token in constant time. */
  boolean matches(String text) {
    return MessageDigest.isEqual(digest, DigestUtils.sha256(text));
  }
}
