// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.colophon.benchmarks.result.Directories;

/**
 * Reads and discards the logs of functions, since the runtime in functions.h expects a reader. So
 * only the cost in the programs is measured.
 */
final class LogDrain implements AutoCloseable {
  private static final int HEAD = 24;
  private static final int TAIL = 32;
  private static final long PAUSE_NANOS = 500_000;
  private static final int MAX_OPEN = 500;

  private final Path directory;
  private final Thread thread = new Thread(this::run, "log-drain");
  private volatile boolean isEnded;

  LogDrain() throws IOException {
    directory = Files.createTempDirectory(Path.of("/dev/shm"), "colophon-bench");
    thread.start();
  }

  Path directory() {
    return directory;
  }

  private void run() {
    Map<Path, FileChannel> open = new HashMap<>();
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    try {
      while (!isEnded) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.functions")) {
          for (Path file : files) {
            open.put(file, open.containsKey(file) ? open.get(file) : channel(file));
          }
        }
        for (FileChannel channel : open.values()) {
          number.clear();
          if (channel.read(number, HEAD) == Long.BYTES) {
            channel.write(number.flip(), TAIL);
          }
        }
        if (open.size() > MAX_OPEN) {
          for (Map.Entry<Path, FileChannel> each : open.entrySet()) {
            each.getValue().close();
            if (!isRunning(each.getKey())) {
              Files.deleteIfExists(each.getKey());
            }
          }
          open.clear();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      for (FileChannel channel : open.values()) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRunning(Path log) {
    String name = log.getFileName().toString();
    return Files.exists(Path.of("/proc", name.substring(0, name.indexOf('-'))));
  }

  private static FileChannel channel(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @Override
  public void close() {
    isEnded = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Directories.delete(directory);
  }
}
