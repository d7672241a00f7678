package org.colophon.storage.neo4j.access;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The password of Bolt clients, in a file that its owner alone can read. Made up when first asked
 * for; whoever wants another writes it into the file, which is read at each start.
 */
final class BoltPassword {
  private static final Logger LOG = System.getLogger(BoltPassword.class.getName());
  private static final String FILE = "bolt-password";
  private static final int RANDOM_BYTES = 24;
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private final Path file;

  /**
   * @param folder the adapter's
   */
  BoltPassword(Path folder) {
    this.file = folder.resolve(FILE);
  }

  Path file() {
    return file;
  }

  /** The password. */
  String text() {
    try {
      if (!Files.exists(file)) {
        write(random());
      }
      refuseReadable();
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Makes another's password this one, if the other has any yet that nobody else may know. */
  void keep(BoltPassword other) {
    try {
      if (Files.exists(other.file) && other.isOwnersAlone()) {
        write(other.text());
      } else if (Files.exists(other.file)) {
        LOG.log(
            Level.WARNING,
            "{0} can be read by others than its owner, so Bolt clients get another password",
            other.file);
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private ColophonException unusable(IOException e) {
    return new ColophonException(
        ErrorCode.IO_FAILED, "the password file " + file + " cannot be used: " + e, e);
  }

  /** Who else could read it may know it. */
  private void refuseReadable() throws IOException {
    if (!isOwnersAlone()) {
      throw new ColophonException(
          ErrorCode.NOT_PERMITTED,
          "the password file %s can be read by others than its owner: delete it and one is made"
              .formatted(file));
    }
  }

  private boolean isOwnersAlone() throws IOException {
    return OWNERS.containsAll(Files.getPosixFilePermissions(file));
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Writes beside the file first: a crash leaves no half password. */
  private void write(String password) throws IOException {
    Path draft = file.resolveSibling(FILE + ".new");
    Files.deleteIfExists(draft);
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Set<StandardOpenOption> isNew = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(draft, isNew, ownerOnly)) {
      channel.write(ByteBuffer.wrap((password + "\n").getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
