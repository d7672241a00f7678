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
import java.util.List;
import java.util.Random;
import org.colophon.core.error.ErrorCode;

/** Directories and files of one thread of {@link Postmark}. */
final class Mailbox {
  private static final int PIECE = 28 << 10;
  private static final int MEAN_SIZE = 190 << 10;
  private static final int FILES_A_DIRECTORY = 10;

  private final Path directory;
  private final int number;
  private final int share;
  private final int textPercent;
  private final Random random;
  private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
  private final ByteBuffer into = ByteBuffer.allocateDirect(PIECE);
  private final List<Path> directories = new ArrayList<>();
  private final List<Mail> mails = new ArrayList<>();
  private int made;

  /**
   * Creates a mailbox in a directory that other mailboxes use, too.
   *
   * @param share number of files at the beginning
   */
  Mailbox(Path directory, int number, int share, int textPercent, long seed) {
    this.directory = directory;
    this.number = number;
    this.share = share;
    this.textPercent = textPercent;
    this.random = new Random(seed);
  }

  /** Does all the work and deletes all files; returns the thread's processor time in ns. */
  long run() throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
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
    for (int i = 0; i <= share / FILES_A_DIRECTORY; i++) {
      directories.add(Files.createDirectory(directory.resolve("c" + number + "-" + i)));
    }
    for (int i = 0; i < share; i++) {
      create();
    }
  }

  private void transaction() throws IOException {
    Mail mail = mails.get(random.nextInt(mails.size()));
    if (random.nextBoolean()) {
      read(mail);
    } else {
      write(mail, 1 + random.nextInt(2 * PIECE), StandardOpenOption.APPEND);
    }
    if (random.nextBoolean() || mails.size() == 1) {
      create();
    } else {
      Files.delete(mails.remove(random.nextInt(mails.size())).path);
    }
  }

  private void create() throws IOException {
    boolean isText = random.nextInt(100) < textPercent;
    Path parent = directories.get(random.nextInt(directories.size()));
    Mail mail = new Mail(parent.resolve(made++ + (isText ? ".txt" : ".dat")));
    int size = 1 + random.nextInt(2 * MEAN_SIZE);
    write(mail, size, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    mails.add(mail);
  }

  private void write(Mail mail, int size, OpenOption... how) throws IOException {
    try (FileChannel channel = FileChannel.open(mail.path, how)) {
      for (int left = size; left > 0; left -= PIECE) {
        mail.size += channel.write(piece.clear().limit(Math.min(left, PIECE)));
      }
    }
  }

  private void read(Mail mail) throws IOException {
    long size = 0;
    try (FileChannel channel = FileChannel.open(mail.path, StandardOpenOption.READ)) {
      for (int count = 0; count >= 0; count = channel.read(into.clear())) {
        size += count;
      }
    }
    if (size != mail.size) {
      throw ErrorCode.BAD_INPUT.exception(mail.path + " has " + size + " bytes, not " + mail.size);
    }
  }

  private void end() throws IOException {
    for (Mail each : mails) {
      Files.delete(each.path);
    }
    for (Path each : directories) {
      Files.delete(each);
    }
  }

  /** A file and its expected content. */
  private static final class Mail {
    private final Path path;
    private long size;

    Mail(Path path) {
      this.path = path;
    }
  }
}
