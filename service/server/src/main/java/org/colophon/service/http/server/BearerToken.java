package org.colophon.service.http.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The bearer token that callers over TCP show. Lives in a file that its owner alone may read. */
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
    this.digest = digest(text);
  }

  /** Reads the token, which is made and written first if there is no file. */
  static BearerToken of(Path file) {
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        write(file);
      }
      refuseReadable(file);
      String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
      if (text.length() < MIN_CHARACTERS) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST,
            "the token in %s is shorter than %d characters: delete the file and one is made"
                .formatted(file, MIN_CHARACTERS));
      }
      return new BearerToken(text);
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot read or make the token in " + file + ": " + e, e);
    }
  }

  private static void write(Path file) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String text = HexFormat.of().formatHex(random) + "\n";
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
  }

  /** Refuses a file of secrets that others than its owner may read. */
  static void refuseReadable(Path file) throws IOException {
    if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
      throw new ColophonException(
          ErrorCode.NOT_PERMITTED,
          "%s can be read by others than its owner: chmod 600 it, and replace what is in it"
              .formatted(file));
    }
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Tells tokens apart without showing them: the first digits of the token's SHA-256. */
  String id() {
    return HexFormat.of().formatHex(digest, 0, ID_BYTES);
  }

  /** Whether a text is the token; takes as long whatever the text. */
  boolean matches(String text) {
    return MessageDigest.isEqual(digest, digest(text));
  }
}
