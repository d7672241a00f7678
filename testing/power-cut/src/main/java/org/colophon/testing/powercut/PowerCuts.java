// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.powercut;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.colophon.testing.powercut.WriteLog.Entry;

/**
 * States in which a power cut may leave a disk. All writes before the last flush are kept. Each
 * later write is kept, lost, or torn between two sectors.
 */
public final class PowerCuts {
  private static final int SECTOR = 512;

  private final Path base;
  private final List<Entry> entries;
  private final int basePosition;

  PowerCuts(Path base, List<Entry> entries, int basePosition) {
    this.base = base;
    this.entries = entries;
    this.basePosition = basePosition;
  }

  /** Returns a random position between the base and the end of the log. */
  public int position(Random random) {
    return basePosition + random.nextInt(entries.size() - basePosition + 1);
  }

  /**
   * Creates the image of a disk whose power was cut.
   *
   * @param position number of writes and flushes that the disk had received
   * @param random decides on the writes since the last flush
   */
  public void create(Path image, int position, Random random) throws IOException {
    Commands.run("cp", "--sparse=always", base.toString(), image.toString());
    int durable = lastFlush(position);
    int keptPercent = random.nextInt(101);
    try (FileChannel disk = FileChannel.open(image, StandardOpenOption.WRITE)) {
      for (int i = basePosition; i < position; i++) {
        Entry entry = entries.get(i);
        int length =
            i < durable ? entry.data().length() : part(entry.data().length(), keptPercent, random);
        ByteBuffer data = ByteBuffer.wrap(entry.data().toArray(), 0, length);
        while (data.hasRemaining()) {
          disk.write(data, entry.offset() + data.position());
        }
      }
    }
  }

  private int lastFlush(int position) {
    int last = position - 1;
    while (last >= basePosition && !entries.get(last).isFlush()) {
      last--;
    }
    return last;
  }

  private static int part(int length, int keptPercent, Random random) {
    if (random.nextInt(10) == 0 && length > SECTOR) {
      return random.nextInt(length / SECTOR) * SECTOR;
    }
    return random.nextInt(100) < keptPercent ? length : 0;
  }
}
