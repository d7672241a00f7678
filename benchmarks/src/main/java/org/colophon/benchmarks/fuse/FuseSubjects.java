package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.Main;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * The subjects to compare. Each has a directory below a common parent, and a store in another
 * place.
 */
final class FuseSubjects {
  /** The mirror without recording, which is the baseline. */
  static final String MIRROR = "mirror";

  private static final Map<String, List<String>> MOUNTS = mounts();

  private final Path lower;
  private final Path stores;

  /**
   * Prepares the subjects without starting them.
   *
   * @param lower parent of the directories that are served
   * @param stores parent of the stores of recordings
   */
  FuseSubjects(Path lower, Path stores) {
    this.lower = lower;
    this.stores = stores;
  }

  /** Returns options of the mirror for each system, by the system's name. */
  private static Map<String, List<String>> mounts() {
    Map<String, List<String>> mounts = new LinkedHashMap<>();
    mounts.put(MIRROR, List.of("--no-record"));
    mounts.put("async", List.of("--ordering", "async"));
    mounts.put("ordered", List.of("--ordering", "ordered"));
    mounts.put("strict", List.of("--ordering", "strict"));
    mounts.put("async-text", List.of("--ordering", "async", "--inspectors", "text"));
    return mounts;
  }

  /** Returns the names of all systems to compare, in the order of tables. */
  static List<String> names() {
    List<String> names = new ArrayList<>(List.of("native", "bindfs"));
    names.addAll(MOUNTS.keySet());
    return names;
  }

  /**
   * Starts a subject.
   *
   * @throws ColophonException BAD_REQUEST if the name is unknown
   */
  FuseSubject start(String name) {
    if (!names().contains(name)) {
      throw ErrorCode.BAD_REQUEST.exception("no system '" + name + "'; systems: " + names());
    }
    try {
      Path own = lower.resolve(name);
      Path source = Files.createDirectories(own.resolve("src"));
      Path mount = Files.createDirectories(own.resolve("dst"));
      return switch (name) {
        case "native" -> FuseSubject.plain(name, source);
        case "bindfs" -> bindfs(name, source, mount);
        default -> colophon(name, source, mount);
      };
    } catch (IOException e) {
      throw IoFailure.of("use", lower, e);
    }
  }

  /** Starts bindfs, the plain mirror of another project, with the same use of the page cache. */
  private static FuseSubject bindfs(String name, Path source, Path mount) {
    String from = source.toString();
    return FuseSubject.served(
        name, mount, null, List.of("bindfs", "-f", "-o", "direct_io", from, mount.toString()));
  }

  /** Starts Colophon's mirror in a separate JVM, as the command does. */
  private FuseSubject colophon(String name, Path source, Path mount) {
    List<String> options = MOUNTS.get(name);
    Path store = stores.resolve(name);
    List<String> command = java(Main.class);
    command.addAll(
        List.of("mount", source.toString(), mount.toString(), "--embedded", "--no-trace"));
    command.addAll(List.of("--store", store.toString()));
    command.addAll(options);
    boolean records = !options.contains("--no-record");
    return FuseSubject.served(name, mount, records ? store : null, command);
  }

  /** Returns the start of a command line that queries a store. The caller adds the query. */
  static List<String> colophon() {
    return java(Main.class);
  }

  /** Returns a command line that starts a main class with the same settings as this process. */
  private static List<String> java(Class<?> main) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return words;
  }
}
