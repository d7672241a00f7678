// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.colophon.core.error.ErrorCode;

/**
 * The load of a mail server on many small files, as in the benchmark Postmark. It creates files,
 * runs transactions, and deletes all files. A transaction is a read or an append, followed by a
 * creation or a deletion. Each thread has its own directories.
 *
 * @param files number of files at the start; there are two fifths as many transactions
 * @param textPercent percentage of files whose name ends with {@code .txt}
 */
record Postmark(int files, int threads, int textPercent) implements FileWorkload {
  private static final int PIECE = 28 << 10;
  private static final int MEAN_SIZE = 190 << 10;
  private static final int FILES_A_DIRECTORY = 10;

  @Override
  public String name() {
    return "postmark, " + textPercent + " % text";
  }

  @Override
  public Cost run(Path directory, int round) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> all = new ArrayList<>();
      long begun = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        Path own = directory.resolve("c" + i);
        all.add(clients.submit(new Mailbox(own, new Random(round * threads + i))::run));
      }
      long cpuNanos = 0;
      for (Future<Long> each : all) {
        cpuNanos += each.get();
      }
      return new Cost((System.nanoTime() - begun) / 1e9, cpuNanos / 1e9);
    } finally {
      clients.shutdown();
    }
  }

  /** Directories and files of one thread. */
  private final class Mailbox {
    private final Path parent;
    private final Random random;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private final ByteBuffer into = ByteBuffer.allocateDirect(PIECE);
    private final List<Path> directories = new ArrayList<>();
    private final List<Path> mails = new ArrayList<>();
    private final Map<Path, Long> sizes = new HashMap<>();
    private int made;

    Mailbox(Path parent, Random random) {
      this.parent = parent;
      this.random = random;
    }

    /**
     * Runs all transactions and deletes all files. Returns the thread's processor time in
     * nanoseconds.
     */
    long run() throws IOException {
      ThreadMXBean clock = ManagementFactory.getThreadMXBean();
      long begun = clock.getCurrentThreadCpuTime();
      int share = Math.max(1, files / threads);
      while (piece.hasRemaining()) {
        piece.put((byte) (piece.position() % 64 == 63 ? '\n' : 'a' + random.nextInt(26)));
      }
      for (int i = 0; i <= share / FILES_A_DIRECTORY; i++) {
        directories.add(Files.createDirectory(Path.of(parent + "-" + i)));
      }
      for (int i = 0; i < share; i++) {
        create();
      }
      for (int i = 0; i < share * 2 / 5; i++) {
        transaction();
      }
      for (Path each : mails) {
        Files.delete(each);
      }
      for (Path each : directories) {
        Files.delete(each);
      }
      return clock.getCurrentThreadCpuTime() - begun;
    }

    private void transaction() throws IOException {
      Path mail = mails.get(random.nextInt(mails.size()));
      if (random.nextBoolean()) {
        read(mail);
      } else {
        write(mail, 1 + random.nextInt(2 * PIECE), StandardOpenOption.APPEND);
      }
      if (random.nextBoolean() || mails.size() == 1) {
        create();
      } else {
        Files.delete(mails.remove(random.nextInt(mails.size())));
      }
    }

    private void create() throws IOException {
      boolean isText = random.nextInt(100) < textPercent;
      Path directory = directories.get(random.nextInt(directories.size()));
      Path mail = directory.resolve(made++ + (isText ? ".txt" : ".dat"));
      int size = 1 + random.nextInt(2 * MEAN_SIZE);
      write(mail, size, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      mails.add(mail);
    }

    private void write(Path mail, int size, OpenOption... how) throws IOException {
      long written = 0;
      try (FileChannel channel = FileChannel.open(mail, how)) {
        for (int left = size; left > 0; left -= PIECE) {
          written += channel.write(piece.clear().limit(Math.min(left, PIECE)));
        }
      }
      sizes.merge(mail, written, Long::sum);
    }

    private void read(Path mail) throws IOException {
      long size = 0;
      try (FileChannel channel = FileChannel.open(mail, StandardOpenOption.READ)) {
        for (int count = 0; count >= 0; count = channel.read(into.clear())) {
          size += count;
        }
      }
      if (size != Objects.requireNonNull(sizes.get(mail))) {
        throw ErrorCode.BAD_INPUT.exception(
            mail + " has " + size + " bytes, not " + sizes.get(mail));
      }
    }
  }
}
