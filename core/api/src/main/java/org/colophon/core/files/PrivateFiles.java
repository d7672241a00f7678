// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
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
  public static FileChannel open(Path file, OpenOption... more) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.CREATE);
    options.add(StandardOpenOption.WRITE);
    Collections.addAll(options, more);
    return FileChannel.open(file, options, FILE);
  }

  /**
   * Replaces a file's content atomically. A crash leaves the old or the new content, and perhaps
   * its {@link #draftOf}.
   */
  public static void write(Path file, byte[] content) throws IOException {
    Path draft = draftOf(file);
    Files.deleteIfExists(draft);
    try (FileChannel channel = open(draft, StandardOpenOption.CREATE_NEW)) {
      writeAll(channel, content);
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    force(file.toAbsolutePath().resolveSibling(""));
  }

  /** Forces a file or the entries of a directory to disk. */
  public static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      channel.force(true);
    }
  }

  /** Replaces a file's content like {@link #write(Path, byte[])} with a text in UTF-8. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Appends to a file, and creates it if it is missing. */
  public static void append(Path file, byte[] content) throws IOException {
    try (FileChannel channel = open(file, StandardOpenOption.APPEND)) {
      writeAll(channel, content);
    }
  }

  private static void writeAll(FileChannel channel, byte[] content) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(content);
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  /** Returns the temporary file in which {@link #write(Path, byte[])} prepares the new content. */
  public static Path draftOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  /** Returns whether only the owner may use a file. */
  public static boolean isPrivate(Path file) throws IOException {
    return OWNER.containsAll(Files.getPosixFilePermissions(file));
  }
}
