package org.colophon.storage.neo4j.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * The folder of a store. Its FORMAT file says whose it is and in which version, and its lock file
 * is held by the process that has the database open; both are looked at before Neo4j touches
 * anything, since Neo4j takes seconds to say so.
 */
final class StoreFolder {
  static final int VERSION = 1;

  private static final String FORMAT_FILE = "FORMAT";
  private static final String UNFINISHED_FORMAT = "FORMAT.new";
  private static final String LOCK_FILE = "lock";
  private static final Set<String> LEFT_BY_A_CRASH = Set.of(UNFINISHED_FORMAT, LOCK_FILE);
  private static final Pattern FORMAT = Pattern.compile("colophon-neo4j (\\d{1,9})\n");
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path folder;

  StoreFolder(Path folder) {
    this.folder = folder;
  }

  /** Makes the folder if there is none. */
  void create() {
    try {
      Files.createDirectories(folder, OWNER_FOLDER);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Fails with NOT_FOUND unless Neo4j has files here. */
  void requireStore() {
    if (!Files.isDirectory(folder) || isEmpty()) {
      throw absent();
    }
    check();
    if (!Files.isDirectory(folder.resolve("data"))) {
      throw absent();
    }
  }

  /** Makes sure that this is a store that this version reads, and a new one if it is empty. */
  void prepare() {
    if (isEmpty()) {
      writeFormat();
    }
    check();
    shut();
  }

  /** Neo4j's files are as open as the process lets files be, so the folder must not be. */
  private void shut() {
    try {
      Files.setPosixFilePermissions(folder, OWNER_FOLDER.value());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private boolean isEmpty() {
    try (Stream<Path> content = Files.list(folder)) {
      return content.allMatch(file -> LEFT_BY_A_CRASH.contains(file.getFileName().toString()));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void writeFormat() {
    Path draft = folder.resolve(UNFINISHED_FORMAT);
    byte[] line = ("colophon-neo4j " + VERSION + "\n").getBytes(StandardCharsets.ISO_8859_1);
    try {
      Files.deleteIfExists(draft);
      Set<StandardOpenOption> options =
          Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try (FileChannel channel = FileChannel.open(draft, options, OWNER_FILE)) {
        channel.write(ByteBuffer.wrap(line));
        channel.force(true);
      }
      Files.move(draft, folder.resolve(FORMAT_FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void check() {
    Matcher format = FORMAT.matcher(readFormat());
    if (!format.matches()) {
      throw foreign("its " + FORMAT_FILE + " file says something else");
    }
    int version = Integer.parseInt(format.group(1));
    if (version > VERSION) {
      throw new ColophonException(
          ErrorCode.STORE_TOO_NEW,
          "the graph in %s has format %d, and this Colophon reads up to %d; use a newer Colophon"
              .formatted(folder, version, VERSION));
    }
  }

  private String readFormat() {
    try {
      return Files.readString(folder.resolve(FORMAT_FILE), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw foreign("it has no " + FORMAT_FILE + " file");
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Takes the lock for this process; closing the channel gives it back. The operating system gives
   * such locks to processes, so the caller makes sure that this process asks once.
   */
  FileChannel lock() {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              folder.resolve(LOCK_FILE),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OWNER_FILE);
      if (channel.tryLock() != null) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      close(channel);
      throw failed(e);
    }
    throw new ColophonException(
        ErrorCode.STORE_LOCKED,
        "another process has the graph in " + folder + " open; wait for it to end, or ask there");
  }

  static void close(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot release a lock: " + e, e);
    }
  }

  /** What the files take, in bytes. Files may come and go meanwhile. */
  long diskBytes() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(StoreFolder::size).sum();
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // a folder of an index went away while it was read
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private ColophonException absent() {
    return new ColophonException(
        ErrorCode.NOT_FOUND, "there is no graph in " + folder + " yet; attach the adapter first");
  }

  private ColophonException foreign(String why) {
    return new ColophonException(
        ErrorCode.STORE_FOREIGN,
        folder + " is not empty and no graph of Colophon's: " + why + "; choose another folder");
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        IoFailure.code(e), "the folder " + folder + " cannot be used: " + IoFailure.reason(e), e);
  }
}
