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
record FuseSubject(String name, Path directory, @Nullable Path store, @Nullable Process server)
    implements AutoCloseable {
  /** The mirror without recording, which is the baseline. */
  static final String MIRROR = "mirror";

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Processor time between two looks of a server that works. */
  private static final double BUSY_SECONDS = 0.01;

  /** Options of the mirror for each system, in the order of tables. */
  private static final Map<String, List<String>> MOUNTS = new LinkedHashMap<>();

  static {
    MOUNTS.put(MIRROR, List.of("--no-record"));
    MOUNTS.put("async", List.of("--ordering", "async"));
    MOUNTS.put("ordered", List.of("--ordering", "ordered"));
    MOUNTS.put("strict", List.of("--ordering", "strict"));
    MOUNTS.put("async-text", List.of("--ordering", "async", "--inspectors", "text"));
  }

  /** Returns the names of all systems to compare, in the order of tables. */
  static List<String> names() {
    List<String> names = new ArrayList<>(List.of("native", "bindfs"));
    names.addAll(MOUNTS.keySet());
    return names;
  }

  /**
   * Starts a subject. Returns after its directory is mounted.
   *
   * @param lower parent of the directories that are served
   * @param stores parent of the stores of recordings
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the name is unknown
   */
  static FuseSubject start(String name, Path lower, Path stores) throws IOException {
    if (!names().contains(name)) {
      throw ErrorCode.BAD_REQUEST.exception("no system '" + name + "'; systems: " + names());
    }
    Path source = Files.createDirectories(lower.resolve(name).resolve("src"));
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
    command.addAll(List.of("mount", source + "", mount + "", "--embedded", "--no-trace"));
    command.addAll(List.of("--store", store.toString()));
    command.addAll(MOUNTS.get(name));
    return served(name, mount, name.equals(MIRROR) ? null : store, command);
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
