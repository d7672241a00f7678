// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import org.colophon.core.files.PrivateFiles;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's native library from the user's cache, where it is unpacked once.
 *
 * <p>RocksDB itself would unpack 16 MiB into the temporary directory for each process, which takes
 * longer than the rest of a short command. RocksDB still does so if the cache cannot be used.
 */
final class NativeLibrary {
  private static final Logger LOG = System.getLogger(NativeLibrary.class.getName());

  private NativeLibrary() {}

  /** Loads the library once. Any thread. */
  static synchronized void load() {
    Path directory = null;
    try {
      directory = unpacked(cache());
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(Level.DEBUG, "RocksDB unpacks its library itself: {0}", e.toString());
    }
    if (directory == null || !isLoadedFrom(directory)) {
      RocksDB.loadLibrary();
    }
  }

  private static boolean isLoadedFrom(Path directory) {
    try {
      RocksDB.loadLibrary(List.of(directory.toString()));
      return true;
    } catch (UnsatisfiedLinkError e) {
      LOG.log(Level.DEBUG, "RocksDB unpacks its library itself: {0}", e.toString());
      return false;
    }
  }

  /** Returns the cache directory by the XDG Base Directory Specification. */
  private static Path cache() {
    String set = System.getenv("XDG_CACHE_HOME");
    return set != null && set.startsWith("/")
        ? Path.of(set, "colophon")
        : Path.of(System.getProperty("user.home"), ".cache", "colophon");
  }

  /**
   * Returns a directory with the library, named by its checksum. Several versions and processes may
   * use the cache at once.
   */
  static Path unpacked(Path cache) throws IOException {
    URL resource =
        RocksDB.class.getClassLoader().getResource(Environment.getJniLibraryFileName("rocksdb"));
    if (resource == null || !(resource.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("the library is not in a JAR file");
    }
    JarEntry entry = connection.getJarEntry();
    Path directory = cache.resolve("rocksdb-%08x".formatted(entry.getCrc()));
    Path library = directory.resolve(fileName());
    if (!isComplete(library, entry)) {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      requireOwn(directory);
      Path made = Files.createTempFile(directory, "unpacking", null);
      try (InputStream in = connection.getInputStream()) {
        try (OutputStream out = Files.newOutputStream(made)) {
          in.transferTo(out);
        }
        Files.move(made, library, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(made);
      }
    }
    requireOwn(library);
    return directory;
  }

  /** Returns the file name that RocksDB expects. The name in the JAR file is different. */
  private static String fileName() {
    return Environment.getJniLibraryFileName("rocksdbjni");
  }

  private static boolean isComplete(Path library, JarEntry entry) throws IOException {
    return Files.isRegularFile(library) && Files.size(library) == entry.getSize();
  }

  /** Rejects files that other users may change. */
  private static void requireOwn(Path path) throws IOException {
    Path own = Path.of("/proc/self");
    boolean isOwn =
        Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
            .equals(Files.getAttribute(own, "unix:uid"));
    String permissions =
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    boolean isWritableByOthers = permissions.charAt(4) == 'w' || permissions.charAt(7) == 'w';
    if (!isOwn || isWritableByOthers) {
      throw new IOException(path + " may be changed by others");
    }
  }
}
