package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Mail-server-like work on many small files, in Postmark's manner: make them, then transactions of
 * a read or an append and a creation or a deletion, then delete all.
 */
public final class Postmark {
  private static final int PIECE = 28 << 10;
  private static final int MEAN_SIZE = 190 << 10;
  private static final int FILES_A_FOLDER = 10;

  /**
   * How much.
   *
   * @param files at the beginning; transactions are two fifths as many
   */
  public record Shape(int files, int threads) {}

  /** What it took; the processor time is that of the client's threads alone. */
  record Cost(double wallSeconds, double cpuSeconds) {}

  private final Path folder;
  private final Shape shape;
  private final int textPercent;
  private final long seed;

  /** On an empty folder, which is empty again after it. */
  Postmark(Path folder, Shape shape, int textPercent, long seed) {
    this.folder = folder;
    this.shape = shape;
    this.textPercent = textPercent;
    this.seed = seed;
  }

  Cost run() {
    ExecutorService clients = Executors.newFixedThreadPool(shape.threads());
    try {
      long begun = System.nanoTime();
      List<Future<Long>> all = new ArrayList<>();
      for (int i = 0; i < shape.threads(); i++) {
        Client client = new Client(i);
        all.add(clients.submit(client::run));
      }
      long cpuNanos = 0;
      for (Future<Long> each : all) {
        cpuNanos += each.get();
      }
      return new Cost((System.nanoTime() - begun) / 1e9, cpuNanos / 1e9);
    } catch (ExecutionException | InterruptedException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the work on " + folder + " failed: " + e, e);
    } finally {
      clients.shutdown();
    }
  }

  /** One thread's share, in folders of its own. */
  private final class Client {
    private final Random random;
    private final String name;
    private final int share;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private final ByteBuffer into = ByteBuffer.allocateDirect(PIECE);
    private final List<Path> folders = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private int made;

    Client(int number) {
      random = new Random(seed * shape.threads() + number);
      name = "c" + number;
      share = Math.max(1, shape.files() / shape.threads());
    }

    private long run() throws IOException {
      var threads = ManagementFactory.getThreadMXBean();
      long begun = threads.getCurrentThreadCpuTime();
      begin();
      for (int i = 0; i < share * 2 / 5; i++) {
        transaction();
      }
      end();
      return threads.getCurrentThreadCpuTime() - begun;
    }

    private void begin() throws IOException {
      while (piece.hasRemaining()) {
        piece.put((byte) (piece.position() % 64 == 63 ? '\n' : 'a' + random.nextInt(26)));
      }
      for (int i = 0; i <= share / FILES_A_FOLDER; i++) {
        folders.add(Files.createDirectory(folder.resolve(name + "-" + i)));
      }
      for (int i = 0; i < share; i++) {
        create();
      }
    }

    private void transaction() throws IOException {
      Path file = files.get(random.nextInt(files.size()));
      if (random.nextBoolean()) {
        read(file);
      } else {
        write(file, 1 + random.nextInt(2 * PIECE), StandardOpenOption.APPEND);
      }
      if (random.nextBoolean() || files.size() == 1) {
        create();
      } else {
        Files.delete(files.remove(random.nextInt(files.size())));
      }
    }

    private void create() throws IOException {
      boolean isText = random.nextInt(100) < textPercent;
      Path parent = folders.get(random.nextInt(folders.size()));
      Path file = parent.resolve(made++ + (isText ? ".txt" : ".dat"));
      int size = 1 + random.nextInt(2 * MEAN_SIZE);
      write(file, size, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      files.add(file);
    }

    private void write(Path file, int size, OpenOption... how) throws IOException {
      try (FileChannel channel = FileChannel.open(file, how)) {
        for (int left = size; left > 0; left -= PIECE) {
          channel.write(piece.clear().limit(Math.min(left, PIECE)));
        }
      }
    }

    private void read(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        while (channel.read(into.clear()) > 0) {
          // reads on
        }
      }
    }

    private void end() throws IOException {
      for (Path each : files) {
        Files.delete(each);
      }
      for (Path each : folders) {
        Files.delete(each);
      }
    }
  }
}
