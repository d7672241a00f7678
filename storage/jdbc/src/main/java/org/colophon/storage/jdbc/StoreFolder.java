package org.colophon.storage.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * The adapter's folder. Its file {@code STORE} has a number drawn by lot that the tables have, too:
 * so that tables in a server are not mistaken for another store's.
 */
final class StoreFolder {
  private static final String STORE_FILE = "STORE";
  private static final String LOCK_FILE = "lock";
  private static final Pattern STORE = Pattern.compile("colophon-jdbc ([0-9a-f-]{36})\n");
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path folder;
  private FileChannel lock;

  StoreFolder(Path folder) {
    this.folder = folder;
  }

  Path resolve(String file) {
    return folder.resolve(file);
  }

  /** Makes the folder if there is none, and refuses one of somebody else. */
  void prepare() {
    prepareAs(UUID.randomUUID().toString());
  }

  /** As {@link #prepare}; a new folder belongs to the tables of that number. */
  void prepareAs(String id) {
    try {
      Files.createDirectories(folder, OWNER_FOLDER);
      if (isEmpty()) {
        Path draft = folder.resolve(STORE_FILE + ".new");
        write(draft, "colophon-jdbc " + id + "\n");
        Files.move(draft, folder.resolve(STORE_FILE), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    id();
  }

  private static void write(Path file, String text) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, OWNER_FILE)) {
      channel.write(StandardCharsets.US_ASCII.encode(text));
      channel.force(true);
    }
  }

  /** A crash may have left the draft. */
  private boolean isEmpty() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path each : entries) {
        if (!each.getFileName().toString().equals(STORE_FILE + ".new")) {
          return false;
        }
      }
      return true;
    }
  }

  /** Which store this is. */
  String id() {
    String text;
    try {
      text = Files.readString(folder.resolve(STORE_FILE), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw foreign("it has no file " + STORE_FILE);
    } catch (IOException e) {
      throw failed(e);
    }
    Matcher id = STORE.matcher(text);
    if (!id.matches()) {
      throw foreign("its file " + STORE_FILE + " says something else");
    }
    return id.group(1);
  }

  /** Fails with NOT_FOUND if nothing was ever written here. */
  void requireStore() {
    try {
      if (!Files.isDirectory(folder) || isEmpty()) {
        throw absent();
      }
    } catch (IOException e) {
      throw failed(e);
    }
    id();
  }

  ColophonException absent() {
    return new ColophonException(
        ErrorCode.NOT_FOUND,
        "there is no store in " + folder + " yet; trace something into it first");
  }

  private ColophonException foreign(String why) {
    return new ColophonException(
        ErrorCode.STORE_FOREIGN,
        folder + " is not empty and no store of the jdbc adapter: " + why + "; choose another");
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        IoFailure.code(e), "the folder " + folder + " cannot be used: " + IoFailure.reason(e), e);
  }

  /**
   * Keeps other adapters of this process away: to them the database would open once more. Those of
   * other processes meet the database's own lock.
   */
  void lock() {
    try {
      lock =
          FileChannel.open(
              folder.resolve(LOCK_FILE),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OWNER_FILE);
      if (lock.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
    } catch (OverlappingFileLockException e) {
      unlock();
      throw new ColophonException(
          ErrorCode.STORE_LOCKED,
          "the store in " + folder + " is in use by a writer; wait for it to end",
          e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  void unlock() {
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException e) {
        throw failed(e);
      }
      lock = null;
    }
  }

  /** Takes the rights of others to files that the database made. */
  void protect() {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What the files take, in bytes. */
  long diskBytes() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
