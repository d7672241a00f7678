package org.colophon.core.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;

/**
 * A store's folder: {@code VERSION} says what it is, {@code lock} is held by the one that writes,
 * {@code journal/} and a folder for each adapter hold the data.
 */
public final class StoreDirectory implements AutoCloseable {
  private static final String VERSION_LINE = "colophon store 1\n";
  private static final String VERSION_PREFIX = "colophon store ";
  private static final String UNFINISHED_VERSION = "VERSION.new";
  private static final Set<String> LEFT_BY_A_CRASH = Set.of("lock", UNFINISHED_VERSION);
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final FileChannel channel;

  private StoreDirectory(FileChannel channel) {
    this.channel = channel;
  }

  /** Where a store keeps its journal. */
  static Path journalIn(Path directory) {
    return directory.resolve("journal");
  }

  /** Where a store keeps an adapter's files. */
  public static Path adapterIn(Path directory, String adapter) {
    return directory.resolve(adapter);
  }

  /** Whether there is a store in the folder; refuses a foreign or newer one. */
  public static boolean exists(Path directory) {
    Path version = directory.resolve("VERSION");
    try {
      if (!Files.exists(version)) {
        return false;
      }
      check(version, Files.readString(version, StandardCharsets.ISO_8859_1));
      return true;
    } catch (IOException e) {
      throw failed("read", version, e);
    }
  }

  /**
   * Whether the journal has what an adapter does not hold: after a crash, or while somebody writes.
   *
   * @param visibleLsn what the adapter's reader sees
   */
  public static boolean isJournalAhead(Path directory, long visibleLsn) {
    return Journal.peekLastLsn(journalIn(directory)) > visibleLsn;
  }

  /** Creates the folder if need be, and locks it for writing. */
  static StoreDirectory lock(Path directory) {
    try {
      if (!exists(directory)) {
        create(directory);
      }
      StoreDirectory locked = lockExisting(directory);
      Files.createDirectories(journalIn(directory), OWNER_FOLDER);
      return locked;
    } catch (IOException e) {
      throw failed("open", directory, e);
    }
  }

  private static void create(Path directory) throws IOException {
    Files.createDirectories(directory, OWNER_FOLDER);
    try (Stream<Path> content = Files.list(directory)) {
      if (content.anyMatch(file -> !LEFT_BY_A_CRASH.contains(file.getFileName().toString()))) {
        throw new ColophonException(
            ErrorCode.STORE_FOREIGN,
            directory + " is not empty and not a Colophon store: choose another folder");
      }
    }
    Path unfinished = directory.resolve(UNFINISHED_VERSION);
    Files.deleteIfExists(unfinished);
    Files.createFile(unfinished, OWNER_FILE);
    Files.writeString(unfinished, VERSION_LINE);
    Files.move(unfinished, directory.resolve("VERSION"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void check(Path file, String line) {
    if (!line.startsWith(VERSION_PREFIX)) {
      throw new ColophonException(
          ErrorCode.STORE_FOREIGN, file + " does not say that this is a Colophon store");
    }
    if (!line.equals(VERSION_LINE)) {
      throw new ColophonException(
          ErrorCode.STORE_TOO_NEW,
          file + " says '" + line.strip() + "', this Colophon knows 'colophon store 1'");
    }
  }

  private static StoreDirectory lockExisting(Path directory) throws IOException {
    Path file = directory.resolve("lock");
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OWNER_FILE);
    if (!tryLock(channel)) {
      String holder = Files.readString(file, StandardCharsets.UTF_8).strip();
      channel.close();
      throw new ColophonException(
          ErrorCode.STORE_LOCKED, "the store in " + directory + " is being written by " + holder);
    }
    String me = "process " + ProcessHandle.current().pid() + "\n";
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(me.getBytes(StandardCharsets.UTF_8)), 0);
    return new StoreDirectory(channel);
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // this very JVM has it open
    }
  }

  private static ColophonException failed(String what, Path path, IOException e) {
    if (e instanceof AccessDeniedException) {
      return new ColophonException(
          ErrorCode.NOT_PERMITTED, "not permitted to " + what + " " + path, e);
    }
    return new ColophonException(ErrorCode.IO_FAILED, "cannot " + what + " " + path + ": " + e, e);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot release the store's lock: " + e, e);
    }
  }
}
