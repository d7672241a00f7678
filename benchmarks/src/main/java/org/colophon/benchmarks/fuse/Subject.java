package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.Main;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** A folder to work in, and the process that serves it, if any. Closing ends both. */
final class Subject implements AutoCloseable {
  private static final double TICKS_A_SECOND = 100; // what /proc counts in, on every Linux
  private static final int USER_TICKS = 14 - 3; // fields of stat, counted from the third
  private static final long PATIENCE_SECONDS = 30;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  final String name;
  final Path folder;
  private final Process server;

  private Subject(String name, Path folder, Process server) {
    this.name = name;
    this.folder = folder;
    this.server = server;
  }

  /** A folder as it is. */
  static Subject plain(Path parent) throws IOException {
    return new Subject("native", Files.createDirectories(parent.resolve("native")), null);
  }

  /** The plain mirror of another project, with the same choice about the page cache. */
  static Subject bindfs(Path parent) throws IOException {
    return served("bindfs", parent, List.of("bindfs", "-f", "-o", "direct_io", "{src}", "{dst}"));
  }

  /** Our own, in a JVM of its own, as the command does it. */
  static Subject colophon(String name, Path parent, String... options) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("mount", "{src}", "{dst}", "--embedded"));
    words.addAll(List.of("--store", parent.resolve(name).resolve("store").toString()));
    words.addAll(List.of(options));
    return served(name, parent, words);
  }

  private static Subject served(String name, Path parent, List<String> words) throws IOException {
    Path source = Files.createDirectories(parent.resolve(name).resolve("src"));
    Path mount = Files.createDirectories(parent.resolve(name).resolve("dst"));
    List<String> command =
        words.stream()
            .map(each -> each.replace("{src}", source.toString()))
            .map(each -> each.replace("{dst}", mount.toString()))
            .toList();
    Subject subject = new Subject(name, mount, new ProcessBuilder(command).inheritIO().start());
    subject.awaitMount();
    return subject;
  }

  private void awaitMount() throws IOException {
    while (!Files.readString(Path.of("/proc/self/mountinfo")).contains(" " + folder + " ")) {
      if (!server.isAlive()) {
        throw new ColophonException(ErrorCode.IO_FAILED, name + " did not mount " + folder);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** The server's user and system time, once it has done all that it still had to. */
  double cpuSeconds() throws IOException {
    if (server == null) {
      return 0;
    }
    long ticks = ticks();
    for (long before = -1; before < ticks; ) {
      LockSupport.parkNanos(3 * LOOK_NANOS);
      before = ticks;
      ticks = ticks();
    }
    return ticks / TICKS_A_SECOND;
  }

  private long ticks() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + server.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
  }

  @Override
  public void close() {
    if (server == null) {
      return;
    }
    server.destroy(); // unmounts
    try {
      if (!server.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
