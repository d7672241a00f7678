// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.cli.Main;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A directory for workloads, and the process that serves it, if there is one. Closing ends the
 * process.
 *
 * @param store store of the subject's recording; null if it does not record
 * @param server the process; null for a plain directory
 */
public record FuseSubject(
    String name, Path directory, @Nullable Path store, @Nullable Process server)
    implements AutoCloseable {
  /** The mirror without recording and without pass-through, which is the baseline. */
  static final String MIRROR = "mirror";

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Processor time between two looks of a server that works. */
  private static final double BUSY_SECONDS = 0.01;

  /** Options of the mirror for each system, in the order of tables. */
  private static final Map<String, List<String>> MOUNTS = new LinkedHashMap<>();

  static {
    MOUNTS.put(MIRROR, List.of("--no-trace", "--no-record", "without=passthrough,uring"));
    MOUNTS.put("uring", List.of("--no-trace", "--no-record", "without=passthrough"));
    MOUNTS.put("pass-through", List.of("--no-trace", "--no-record"));
    MOUNTS.put("jnr-fuse", List.of("--no-trace", "--no-record", "transport=jnr-fuse"));
    MOUNTS.put("async", List.of("--no-trace", "--ordering", "async"));
    MOUNTS.put("ordered", List.of("--no-trace", "--ordering", "ordered"));
    MOUNTS.put("strict", List.of("--no-trace", "--ordering", "strict"));
    MOUNTS.put("async-text", List.of("--no-trace", "--ordering", "async", "--inspectors", "text"));
    MOUNTS.put("traced", List.of("--ordering", "async"));
  }

  /** Returns the names of all systems to compare, in the order of tables. */
  static List<String> names() {
    List<String> names = new ArrayList<>(List.of("native", "bindfs"));
    names.addAll(MOUNTS.keySet());
    return names;
  }

  /** Returns the directory that a subject serves. */
  public static Path source(String name, Path lower) {
    return lower.resolve(name).resolve("src");
  }

  /**
   * Starts a subject. Returns after its directory is mounted.
   *
   * @param lower parent of the directories that are served
   * @param stores parent of the stores of recordings
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the name is unknown
   */
  public static FuseSubject start(String name, Path lower, Path stores) throws IOException {
    if (!names().contains(name)) {
      throw ErrorCode.BAD_REQUEST.exception("no system '" + name + "'; systems: " + names());
    }
    Path source = Files.createDirectories(source(name, lower));
    Path mount = Files.createDirectories(lower.resolve(name).resolve("dst"));
    return switch (name) {
      case "native" -> new FuseSubject(name, source, null, null);
      // The plain mirror of another project, with the same use of the page cache.
      case "bindfs" ->
          served(
              name,
              mount,
              null,
              List.of("bindfs", "-f", "-o", "direct_io", source + "", mount + ""));
      default -> mirror(name, source, mount, stores.resolve(name));
    };
  }

  /** Starts Colophon's mirror in a separate JVM, as the command does. */
  private static FuseSubject mirror(String name, Path source, Path mount, Path store)
      throws IOException {
    List<String> command = colophon();
    command.addAll(List.of("mount", source + "", mount + "", "--embedded"));
    command.addAll(List.of("--store", store.toString()));
    List<String> options = Objects.requireNonNull(MOUNTS.get(name));
    command.addAll(options);
    return served(name, mount, options.contains("--no-record") ? null : store, command);
  }

  /**
   * Returns the start of Colophon's command line, with the same Java settings as this process. The
   * caller adds the arguments.
   */
  static List<String> colophon() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    return words;
  }

  private static FuseSubject served(
      String name, Path directory, @Nullable Path store, List<String> command) throws IOException {
    Process server = new ProcessBuilder(command).inheritIO().start();
    while (!Files.readString(Path.of("/proc/self/mountinfo")).contains(" " + directory + " ")) {
      if (!server.isAlive()) {
        throw ErrorCode.IO_FAILED.exception(name + " did not mount " + directory);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return new FuseSubject(name, directory, store, server);
  }

  /** Waits until the server has finished all pending requests. */
  void awaitIdle() throws IOException {
    double before = -1;
    for (double now = cpuSeconds(); now - before > BUSY_SECONDS; now = cpuSeconds()) {
      before = now;
      LockSupport.parkNanos(2 * LOOK_NANOS);
    }
  }

  /**
   * Returns the processor time of the server's live threads, exact to a nanosecond. Returns 0
   * without a server.
   */
  double cpuSeconds() throws IOException {
    return server == null ? 0 : Programs.cpuNanos(server, thread -> true) / 1e9;
  }

  /** Ends the server, which unmounts the directory. */
  @Override
  public void close() {
    if (server != null) {
      Programs.end(server);
    }
  }
}
