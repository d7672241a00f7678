// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a store. A marker file holds the name of the adapter and a value, such as the
 * format version. The marker is checked before the database opens any file. One thread.
 */
public class StoreDirectory {
  /** The usual marker file, whose value is the version of the format. */
  protected static final String FORMAT_FILE = "FORMAT";

  protected static final String VERSION_PATTERN = "\\d{1,9}";

  private static final String LOCK_FILE = "lock";

  private final Path path;
  private final String adapter;
  private final Path marker;
  private final Pattern line;
  private @Nullable FileChannel lock;

  /**
   * @param adapter the adapter's name
   * @param markerFile the name of the marker file
   * @param value a regular expression for the values of the marker
   */
  protected StoreDirectory(Path path, String adapter, String markerFile, String value) {
    this.path = path;
    this.adapter = adapter;
    this.marker = path.resolve(markerFile);
    this.line = Pattern.compile("colophon-" + adapter + " (" + value + ")\n");
  }

  public final Path resolve(String file) {
    return path.resolve(file);
  }

  /** Creates the directory if it is missing. */
  public final void create() {
    try {
      Files.createDirectories(path, PrivateFiles.DIRECTORY);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Returns whether the directory has no files, apart from those that a crash leaves before the
   * marker exists.
   */
  public final boolean isEmpty() {
    Set<Path> remains = Set.of(PrivateFiles.draftOf(marker), path.resolve(LOCK_FILE));
    try (Stream<Path> content = Files.list(path)) {
      return content.allMatch(remains::contains);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Writes the marker atomically and durably. */
  public final void writeMarker(String value) {
    try {
      PrivateFiles.write(marker, "colophon-" + adapter + " " + value + "\n");
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Returns the marker's value; fails with STORE_FOREIGN without a marker of this adapter. */
  public final String readMarker() {
    String text;
    try {
      text = Files.readString(marker, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw foreign("it has no file " + marker.getFileName());
    } catch (IOException e) {
      throw failed(e);
    }
    Matcher found = line.matcher(text);
    if (!found.matches()) {
      throw foreign("its file " + marker.getFileName() + " has other content");
    }
    return found.group(1);
  }

  /** Returns the format version; fails with STORE_TOO_NEW if it is above {@code newest}. */
  public final int readFormat(int newest) {
    int format = Integer.parseInt(readMarker().split(" ", 2)[0]);
    if (format > newest) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "the data in %s has format %d, and this Colophon reads up to %d; use a newer Colophon"
              .formatted(path, format, newest));
    }
    return format;
  }

  /** Fails with NOT_FOUND if the directory is missing or empty. */
  public final void requireContent() {
    if (!Files.isDirectory(path) || isEmpty()) {
      throw absent();
    }
  }

  /** Creates the failure to throw where a store is expected and missing. */
  public final ColophonException absent() {
    return ErrorCode.NOT_FOUND.exception(
        "the adapter in " + path + " has no data yet; record something into it first");
  }

  private ColophonException foreign(String why) {
    return ErrorCode.STORE_FOREIGN.exception(
        "%s is not empty and has no data of the %s adapter: %s; choose another directory"
            .formatted(path, adapter, why));
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        IoFailure.code(e), "the directory " + path + " cannot be used: " + IoFailure.reason(e), e);
  }

  /** Locks the store against other processes and other adapters of this process. */
  public final void lock() {
    try {
      lock = PrivateFiles.open(path.resolve(LOCK_FILE));
      if (lock.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
    } catch (OverlappingFileLockException e) {
      unlock();
      throw ErrorCode.STORE_LOCKED.exception(
          "a writer uses the adapter in " + path + "; wait for that writer to end", e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Releases the lock, if it is held. */
  public final void unlock() {
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException e) {
        throw failed(e);
      }
      lock = null;
    }
  }

  /** Returns the size of all files in bytes. Files may appear and disappear meanwhile. */
  public final long diskBytes() {
    try (Stream<Path> files = Files.walk(path)) {
      return files.mapToLong(StoreDirectory::size).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0; // a directory disappeared while it was read
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public final String toString() {
    return path.toString();
  }
}
