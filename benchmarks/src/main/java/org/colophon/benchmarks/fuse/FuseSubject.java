package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * A directory for workloads, and the process that serves it, if there is one. Closing ends both.
 */
final class FuseSubject implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Processor time between two looks of a server that works. */
  private static final double BUSY_SECONDS = 0.01;

  final String name;
  final Path directory;

  /** Store of the subject's recording; null if it does not record. */
  final Path store;

  private final Process server;

  private FuseSubject(String name, Path directory, Path store, Process server) {
    this.name = name;
    this.directory = directory;
    this.store = store;
    this.server = server;
  }

  /** Returns a plain directory, without a server. */
  static FuseSubject plain(String name, Path directory) {
    return new FuseSubject(name, directory, null, null);
  }

  /**
   * Starts a command that serves a directory while it runs. Returns after the directory is mounted.
   *
   * @param store store of the command; may be null
   */
  static FuseSubject served(String name, Path directory, Path store, List<String> command) {
    try {
      Process server = new ProcessBuilder(command).inheritIO().start();
      FuseSubject subject = new FuseSubject(name, directory, store, server);
      subject.awaitMount();
      return subject;
    } catch (IOException e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "cannot run " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  private void awaitMount() throws IOException {
    while (!Files.readString(Path.of("/proc/self/mountinfo")).contains(" " + directory + " ")) {
      if (!server.isAlive()) {
        throw ErrorCode.IO_FAILED.exception(name + " did not mount " + directory);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Waits until the server has finished all pending requests. */
  void awaitIdle() {
    double before = -1;
    for (double now = cpuSeconds(); now - before > BUSY_SECONDS; now = cpuSeconds()) {
      before = now;
      LockSupport.parkNanos(2 * LOOK_NANOS);
    }
  }

  /**
   * Returns the processor time of the server's live threads, exact to a nanosecond. Returns 0 if
   * there is no server.
   */
  double cpuSeconds() {
    if (server == null) {
      return 0;
    }
    Path tasks = Path.of("/proc/" + server.pid() + "/task");
    long nanos = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        nanos += nanos(thread);
      }
    } catch (IOException e) {
      throw IoFailure.of("read", tasks, e);
    }
    return nanos / 1e9;
  }

  private static long nanos(Path thread) throws IOException {
    try {
      String spent = Files.readString(thread.resolve("schedstat"));
      return Long.parseLong(spent.substring(0, spent.indexOf(' ')));
    } catch (NoSuchFileException e) {
      return 0; // the thread has ended
    }
  }

  @Override
  public void close() {
    if (server == null) {
      return;
    }
    server.destroy(); // unmounts
    try {
      if (!server.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    } catch (InterruptedException e) {
      server.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
