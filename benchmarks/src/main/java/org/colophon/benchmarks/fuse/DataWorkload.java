// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.colophon.core.error.ErrorCode;

/**
 * Accesses to one open file of {@value #SIZE} bytes, in blocks of one size. Each run accesses as
 * many bytes as the file has.
 *
 * @param blockBytes size of a block in bytes
 */
record DataWorkload(Access access, int blockBytes, boolean isRandom) implements FileWorkload {
  private static final int SIZE = 64 << 20;
  private static final int SMALL = 4 << 10;
  private static final int LARGE = 1 << 20;

  enum Access {
    READ,
    WRITE,
    MAPPED_READ
  }

  static List<FileWorkload> all() {
    return List.of(
        new DataWorkload(Access.READ, SMALL, false),
        new DataWorkload(Access.READ, SMALL, true),
        new DataWorkload(Access.READ, LARGE, false),
        new DataWorkload(Access.WRITE, SMALL, false),
        new DataWorkload(Access.WRITE, SMALL, true),
        new DataWorkload(Access.WRITE, LARGE, false),
        new DataWorkload(Access.MAPPED_READ, SMALL, true));
  }

  @Override
  public String name() {
    String how = access.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return "%s%s, %d KiB".formatted(isRandom ? "random " : "", how, blockBytes >> 10);
  }

  /** libfuse refuses shared mappings with direct I/O. */
  @Override
  public boolean runsOn(String system) {
    return access != Access.MAPPED_READ || !Set.of("bindfs", "jnr-fuse").contains(system);
  }

  @Override
  public void prepare(Path directory) {
    byte[] block = new byte[LARGE];
    Arrays.fill(block, (byte) 'a');
    try (FileChannel file =
        FileChannel.open(file(directory), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int i = 0; i < SIZE / LARGE; i++) {
        file.write(ByteBuffer.wrap(block));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path file(Path directory) {
    return directory.resolve("data");
  }

  @Override
  public Cost run(Path directory, int round) throws IOException {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    StandardOpenOption how =
        access == Access.WRITE ? StandardOpenOption.WRITE : StandardOpenOption.READ;
    Random random = new Random(round);
    long cpu = clock.getCurrentThreadCpuTime();
    long begun = System.nanoTime();
    long bytes = 0;
    try (FileChannel file = FileChannel.open(file(directory), how)) {
      bytes = access == Access.MAPPED_READ ? map(file, random) : access(file, random);
    }
    Cost cost =
        new Cost((System.nanoTime() - begun) / 1e9, (clock.getCurrentThreadCpuTime() - cpu) / 1e9);
    if (bytes != SIZE || Files.size(file(directory)) != SIZE) {
      throw ErrorCode.BAD_INPUT.exception(
          "%s accessed %d bytes of %d".formatted(name(), bytes, SIZE));
    }
    return cost;
  }

  private long access(FileChannel file, Random random) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(blockBytes);
    int blocks = SIZE / blockBytes;
    long bytes = 0;
    for (int i = 0; i < blocks; i++) {
      long at = (long) (isRandom ? random.nextInt(blocks) : i) * blockBytes;
      block.clear();
      bytes += access == Access.READ ? file.read(block, at) : file.write(block, at);
    }
    return bytes;
  }

  /** Reads a byte of each page. Returns the size if all bytes are right. */
  private long map(FileChannel file, Random random) throws IOException {
    MappedByteBuffer map = file.map(FileChannel.MapMode.READ_ONLY, 0, SIZE);
    int blocks = SIZE / blockBytes;
    long right = 0;
    for (int i = 0; i < blocks; i++) {
      right += map.get(random.nextInt(blocks) * blockBytes) == 'a' ? blockBytes : 0;
    }
    return right;
  }
}
