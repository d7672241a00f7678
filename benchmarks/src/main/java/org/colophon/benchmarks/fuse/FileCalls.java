// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/**
 * Direct calls of the C library on numbered files of one directory, so that each operation makes no
 * other call. One thread.
 */
final class FileCalls implements AutoCloseable {
  private static final Os OS = Os.load();
  private static final int BLOCK = 4096;
  private static final int MEMORY = 32 << 10;
  private static final int FORCE_SYNC = 0x2000;
  private static final int ALL_FIELDS = 0x7ff;
  private static final int GETDENTS = 217;

  private final int count;
  private final NativeBuffer directory;
  private final NativeBuffer[] names;
  private final NativeBuffer[] newNames;
  private final NativeBuffer memory = OS.buffer(MEMORY);
  private int opened = -1;

  /**
   * Prepares names in a directory.
   *
   * @param count number of files
   */
  FileCalls(Path directory, int count) {
    this.count = count;
    this.directory = text(directory);
    names = new NativeBuffer[count];
    newNames = new NativeBuffer[count];
    for (int i = 0; i < count; i++) {
      names[i] = text(directory.resolve("f" + i));
      newNames[i] = text(directory.resolve("g" + i));
    }
  }

  private static NativeBuffer text(Path path) {
    return OS.text(path.toString().getBytes(StandardCharsets.UTF_8));
  }

  void expectAbsent(int i) {
    expect(OS.libc.open(names[i].address(), 0, 0), -1);
  }

  void status(int i) {
    check(
        OS.libc.statx(
            Flags.AT_FDCWD, names[i].address(), FORCE_SYNC, ALL_FIELDS, memory.address()));
  }

  void open(int i) {
    check(OS.libc.close(open(names[i], 0)));
  }

  private static int open(NativeBuffer path, int flags) {
    return check(OS.libc.open(path.address(), flags, 0600));
  }

  void create(int i) {
    check(OS.libc.close(open(names[i], Flags.O_CREAT | Flags.O_EXCL | Flags.O_WRONLY)));
  }

  void createOne() {
    create(0);
  }

  void createHundred() {
    createFirst(100);
  }

  void createAll() {
    createFirst(count);
  }

  private void createFirst(int number) {
    for (int i = 0; i < number; i++) {
      create(i);
    }
  }

  void openToWrite() {
    opened = open(names[0], Flags.O_CREAT | Flags.O_EXCL | Flags.O_WRONLY);
  }

  void openToRead() {
    openToWrite();
    for (int i = 0; i < count; i++) {
      write(i);
    }
    close();
    opened = open(names[0], Flags.O_DIRECT);
  }

  void write(int i) {
    expect(OS.libc.pwrite(opened, memory.address(), BLOCK, (long) i * BLOCK), BLOCK);
  }

  void read(int i) {
    expect(OS.libc.pread(opened, memory.address(), BLOCK, (long) i * BLOCK), BLOCK);
  }

  void setMode(int i, int mode) {
    check(OS.libc.fchmodat(Flags.AT_FDCWD, names[i].address(), 0600 + mode % 2, 0));
  }

  void rename(int i) {
    check(
        OS.libc.renameat2(
            Flags.AT_FDCWD, names[i].address(), Flags.AT_FDCWD, newNames[i].address(), 0));
  }

  void remove(int i) {
    check(OS.libc.unlinkat(Flags.AT_FDCWD, names[i].address(), 0));
  }

  void makeDirectory(int i) {
    check(OS.libc.mkdirat(Flags.AT_FDCWD, names[i].address(), 0700));
  }

  void list() {
    int fd = open(directory, 0);
    while (OS.libc.syscall(GETDENTS, fd, memory.address(), MEMORY, 0, 0, 0) > 0) {
      // Linux returns the entries in parts.
    }
    check(OS.libc.close(fd));
  }

  private static int check(int result) {
    if (result < 0) {
      throw OS.failure(ErrorCode.IO_FAILED, "a call of the benchmark failed");
    }
    return result;
  }

  private static void expect(long result, long expected) {
    if (result != expected) {
      throw ErrorCode.IO_FAILED.exception(
          "a call of the benchmark returned %d instead of %d".formatted(result, expected));
    }
  }

  @Override
  public void close() {
    if (opened >= 0) {
      check(OS.libc.close(opened));
      opened = -1;
    }
  }
}
