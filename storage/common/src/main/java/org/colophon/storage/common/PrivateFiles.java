package org.colophon.storage.common;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates files and directories that only their owner can use. */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  /** The permissions of a new directory. */
  public static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(OWNER);

  /** The permissions of a new file. */
  public static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  /** Opens a file for writing, and creates it if it is missing. */
  public static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), FILE);
  }

  /** Replaces a file's content atomically. A crash leaves the old file, and perhaps the draft. */
  public static void write(Path file, String text) throws IOException {
    Path draft = draftOf(file);
    Files.deleteIfExists(draft);
    try (FileChannel channel = open(draft)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent())) {
      directory.force(true);
    }
  }

  /** Where {@link #write} prepares the new content. */
  static Path draftOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  /** Returns whether only the owner may use a file. */
  public static boolean isPrivate(Path file) throws IOException {
    return OWNER.containsAll(Files.getPosixFilePermissions(file));
  }
}
