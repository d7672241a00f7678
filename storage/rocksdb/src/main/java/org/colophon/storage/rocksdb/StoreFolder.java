package org.colophon.storage.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * The folder of a store. Its FORMAT file says whose it is and in which version, and is looked at
 * before RocksDB touches anything.
 */
final class StoreFolder {
  private static final String FORMAT_FILE = "FORMAT";
  private static final String DRAFT_FILE = FORMAT_FILE + ".new";
  private static final Pattern FORMAT = Pattern.compile("colophon-rocksdb (\\d{1,9})\n");

  private final Path folder;

  StoreFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Checks the folder for writing, and makes it if there is none.
   *
   * @return its format
   */
  int prepare() {
    try {
      if (!Files.exists(folder)) {
        createPrivate(folder);
      }
      if (isEmpty()) {
        writeFormat();
      }
      int format = check();
      requireCurrent();
      return format;
    } catch (IOException e) {
      throw ioFailed(e);
    }
  }

  /** Without CURRENT, RocksDB would begin a new database beside the files of this one. */
  private void requireCurrent() throws IOException {
    if (Files.exists(folder.resolve("CURRENT"))) {
      return;
    }
    try (DirectoryStream<Path> data = Files.newDirectoryStream(folder, "*.{sst,blob}")) {
      if (data.iterator().hasNext()) {
        throw new ColophonException(
            ErrorCode.STORE_CORRUPT,
            "the store in %s lost its file CURRENT; restore the directory from a copy, or move it away to begin a new store"
                .formatted(folder));
      }
    }
  }

  private static void createPrivate(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null && !Files.exists(parent)) {
      createPrivate(parent);
    }
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** A crash, or a full disk, may have left the draft. */
  private boolean isEmpty() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path each : entries) {
        if (!each.getFileName().toString().equals(DRAFT_FILE)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Says that it has the present format. */
  void writeFormat() {
    Path draft = folder.resolve(DRAFT_FILE);
    try {
      Files.writeString(draft, "colophon-rocksdb " + StoreFormat.VERSION + "\n");
      force(draft);
      Files.move(draft, folder.resolve(FORMAT_FILE), StandardCopyOption.ATOMIC_MOVE);
      force(folder);
    } catch (IOException e) {
      throw ioFailed(e);
    }
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      channel.force(true);
    }
  }

  /**
   * Fails unless this is a store that this version reads.
   *
   * @return its format
   */
  int check() {
    String text;
    try {
      text = Files.readString(folder.resolve(FORMAT_FILE), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw foreign("it has no " + FORMAT_FILE + " file");
    } catch (IOException e) {
      throw ioFailed(e);
    }
    Matcher format = FORMAT.matcher(text);
    if (!format.matches()) {
      throw foreign("its " + FORMAT_FILE + " file says something else");
    }
    int version = Integer.parseInt(format.group(1));
    if (version > StoreFormat.VERSION) {
      throw new ColophonException(
          ErrorCode.STORE_TOO_NEW,
          "the store in %s has format %d, and this Colophon reads up to %d; use a newer Colophon"
              .formatted(folder, version, StoreFormat.VERSION));
    }
    return version;
  }

  /**
   * Fails unless RocksDB has created its files here.
   *
   * @return the store's format
   */
  int requireStore() {
    if (!Files.isDirectory(folder)) {
      throw absent();
    }
    try {
      if (isEmpty()) {
        throw absent();
      }
    } catch (IOException e) {
      throw ioFailed(e);
    }
    int format = check();
    try {
      requireCurrent();
    } catch (IOException e) {
      throw ioFailed(e);
    }
    if (!Files.exists(folder.resolve("CURRENT"))) {
      throw absent();
    }
    return format;
  }

  private ColophonException absent() {
    return new ColophonException(
        ErrorCode.NOT_FOUND,
        "there is no store in " + folder + " yet; trace something into it first");
  }

  private ColophonException foreign(String why) {
    return new ColophonException(
        ErrorCode.STORE_FOREIGN,
        folder + " is not empty and no Colophon store: " + why + "; choose another folder");
  }

  private ColophonException ioFailed(IOException e) {
    return new ColophonException(
        IoFailure.code(e), "the folder " + folder + " cannot be used: " + IoFailure.reason(e), e);
  }

  /** What the files take, in bytes. Files may come and go meanwhile. */
  long diskBytes() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(StoreFolder::size).sum();
    } catch (IOException e) {
      throw ioFailed(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }
}
