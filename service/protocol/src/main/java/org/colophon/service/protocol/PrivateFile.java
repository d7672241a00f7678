package org.colophon.service.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that only their owner may read. */
public final class PrivateFile {
  private PrivateFile() {}

  /** Replaces a file as a whole, durably. */
  public static void replace(Path file, byte[] content) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(unfinished);
    try (FileChannel channel = open(unfinished, StandardOpenOption.CREATE_NEW)) {
      write(channel, content);
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Appends to a file, which is created if it is missing. */
  public static void append(Path file, byte[] content) throws IOException {
    try (FileChannel channel = open(file, StandardOpenOption.CREATE)) {
      write(channel, content);
    }
  }

  private static FileChannel open(Path file, OpenOption create) throws IOException {
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    return FileChannel.open(file, Set.of(create, StandardOpenOption.APPEND), owner);
  }

  private static void write(FileChannel channel, byte[] content) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(content);
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }
}
