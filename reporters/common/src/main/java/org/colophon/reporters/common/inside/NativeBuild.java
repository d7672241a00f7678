// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.FileTree;

/**
 * Native code that is built on first use from sources in a jar. The results are kept in the user's
 * cache directory. A distribution has results for the versions of tools that it was made with, in
 * its directory {@value #SHIPPED}. The arguments of the script {@code build.sh} are the directory
 * of the sources and an empty directory for the results.
 */
public final class NativeBuild {
  /** Versions of results that are correct with all tools, but may lack what some tools offer. */
  public static final String PORTABLE = "";

  private static final String SHIPPED = "prebuilt";
  private static final int WRITABLE_BY_OTHERS = 022;

  private final String name;
  private final Class<?> owner;
  private final List<String> sources;
  private final Path cache;

  /**
   * Describes a build.
   *
   * @param name first part of the name of the results' directory; a checksum follows
   * @param owner the class whose resources {@code /NAME/SOURCE} are the sources
   */
  public NativeBuild(String name, Class<?> owner, List<String> sources) {
    this(name, owner, sources, cacheDirectory());
  }

  /** Describes a build with its results in the given cache directory. */
  public NativeBuild(String name, Class<?> owner, List<String> sources, Path cache) {
    this.name = name;
    this.owner = owner;
    this.sources = List.copyOf(sources);
    this.cache = cache;
  }

  /** Returns the user's cache directory of this program. */
  public static Path cacheDirectory() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return base.resolve("colophon");
  }

  /** Returns whether a program is in PATH. */
  public static boolean isInPath(String tool) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Stream.of(path.split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
  }

  /**
   * Returns the directory of the results. Builds them if they do not exist yet. If that fails,
   * returns {@link #PORTABLE} results if a distribution has them.
   *
   * @param versions versions of the tools; builds again if they change
   * @param requirement throws if a tool is missing; called before a build
   * @throws ColophonException IO_FAILED with the output of the build, or NOT_PERMITTED if other
   *     users can change the cache
   */
  public Path build(String versions, Runnable requirement) {
    Path shipped = shipped(versions);
    if (Files.isDirectory(shipped)) {
      return shipped;
    }
    try {
      return cached(versions, requirement);
    } catch (ColophonException e) {
      Path portable = shipped(PORTABLE);
      if (Files.isDirectory(portable)) {
        return portable;
      }
      throw e;
    }
  }

  private Path cached(String versions, Runnable requirement) {
    Path results = cache.resolve(directory(versions));
    try {
      Files.createDirectories(cache);
      requireOwnDirectory();
      if (!Files.isDirectory(results)) {
        requirement.run();
        build(results);
      }
      return results;
    } catch (IOException e) {
      throw IoFailure.of("build", results, e);
    }
  }

  private String directory(String versions) {
    CRC32 sum = new CRC32();
    sum.update(versions.getBytes(StandardCharsets.UTF_8));
    sources.forEach(source -> sum.update(content(source)));
    return name + "-" + Long.toHexString(sum.getValue());
  }

  private Path shipped(String versions) {
    return Path.of(System.getProperty("colophon.home", "/nonexistent"), SHIPPED)
        .resolve(directory(versions));
  }

  /** Checks that no other user can write to the directory, because its programs are executed. */
  private void requireOwnDirectory() throws IOException {
    Object owningUser = Files.getAttribute(cache, "unix:uid");
    int mode = (Integer) Files.getAttribute(cache, "unix:mode");
    if (!owningUser.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
        || (mode & WRITABLE_BY_OTHERS) != 0) {
      throw ErrorCode.NOT_PERMITTED.exception(
          cache
              + " can be changed by another user, so no program in it is run; set XDG_CACHE_HOME to a"
              + " directory of your own");
    }
  }

  private byte[] content(String source) {
    try (InputStream input = owner.getResourceAsStream("/" + name + "/" + source)) {
      return input.readAllBytes();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "this installation lacks the source " + source + "; install Colophon again", e);
    }
  }

  private void build(Path results) throws IOException {
    Path work = Files.createTempDirectory(cache, name + ".part");
    Path code = Files.createDirectory(work.resolve("code"));
    Path built = Files.createDirectory(work.resolve("built"));
    try {
      for (String source : sources) {
        Files.write(code.resolve(source), content(source));
      }
      run(code, built);
      for (String source : sources) {
        Files.move(code.resolve(source), built.resolve(source));
      }
      publish(built, results);
    } finally {
      FileTree.delete(work);
    }
  }

  /** Moves the results to their directory. Another process may have done the same meanwhile. */
  private static void publish(Path built, Path results) throws IOException {
    try {
      Files.move(built, results, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(results)) {
        throw e;
      }
    }
  }

  private static void run(Path code, Path built) throws IOException {
    Process build =
        new ProcessBuilder("sh", code.resolve("build.sh").toString(), "" + code, "" + built)
            .redirectErrorStream(true)
            .start();
    build.getOutputStream().close();
    String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (build.waitFor() != 0) {
        throw new IOException(output.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while a compiler ran", e);
    }
  }
}
