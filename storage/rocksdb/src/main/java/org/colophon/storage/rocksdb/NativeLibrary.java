package org.colophon.storage.rocksdb;

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
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's native library from a folder of the user's cache, where it is unpacked once.
 *
 * <p>RocksDB by itself unpacks it into the folder for temporary files for each process: that takes
 * longer than all else of a short command, and 16 MiB stay there for each process that is killed.
 * It still does where the cache cannot be used.
 */
final class NativeLibrary {
  private static final Logger LOG = System.getLogger(NativeLibrary.class.getName());

  private static final FileAttribute<?> OWN_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private NativeLibrary() {}

  /** Loads it, unless it is loaded. Any thread. */
  static synchronized void load() {
    Path folder = null;
    try {
      folder = unpacked(cache());
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(Level.DEBUG, "RocksDB unpacks its library itself: {0}", e.toString());
    }
    if (folder == null || !isLoadedFrom(folder)) {
      RocksDB.loadLibrary();
    }
  }

  private static boolean isLoadedFrom(Path folder) {
    try {
      RocksDB.loadLibrary(List.of(folder.toString()));
      return true;
    } catch (UnsatisfiedLinkError e) {
      LOG.log(Level.DEBUG, "RocksDB unpacks its library itself: {0}", e.toString());
      return false;
    }
  }

  /** As the XDG Base Directory Specification has it. */
  private static Path cache() {
    String set = System.getenv("XDG_CACHE_HOME");
    return set != null && set.startsWith("/")
        ? Path.of(set, "colophon")
        : Path.of(System.getProperty("user.home"), ".cache", "colophon");
  }

  /**
   * A folder with the library in it, called after what the library is: several versions may be in
   * use at once, and several processes may unpack at once.
   */
  static Path unpacked(Path cache) throws IOException {
    URL resource =
        RocksDB.class.getClassLoader().getResource(Environment.getJniLibraryFileName("rocksdb"));
    if (resource == null || !(resource.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("the library is not in a JAR file");
    }
    JarEntry entry = connection.getJarEntry();
    Path folder = cache.resolve("rocksdb-%08x".formatted(entry.getCrc()));
    Path library = folder.resolve(wantedName());
    if (!isWhole(library, entry)) {
      Files.createDirectories(folder, OWN_FOLDER);
      requireOwn(folder);
      Path made = Files.createTempFile(folder, "unpacking", null);
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
    return folder;
  }

  /** What RocksDB looks for in a folder; it is not what the library is called in its JAR file. */
  private static String wantedName() {
    return Environment.getJniLibraryFileName("rocksdbjni");
  }

  private static boolean isWhole(Path library, JarEntry entry) throws IOException {
    return Files.isRegularFile(library) && Files.size(library) == entry.getSize();
  }

  /** Nobody else may decide which code runs here. */
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
