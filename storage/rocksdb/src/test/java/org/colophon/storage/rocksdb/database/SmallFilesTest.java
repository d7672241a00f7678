// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

class SmallFilesTest {
  private static final long SMALLEST = SmallFiles.LIMITS.get(0);
  private static final long NEXT = SmallFiles.LIMITS.get(1);
  private static final long LARGEST = SmallFiles.LIMITS.get(2);

  private final List<StoredFile> files = new ArrayList<>();
  private int next;

  private void add(int family, int level, long bytes) {
    ByteBuffer key = ByteBuffer.allocate(Integer.BYTES).putInt(0, next);
    files.add(new StoredFile(family, level, key, Bytes.EMPTY, "/%06d.sst".formatted(next), bytes));
    next++;
  }

  private void add(int count, long bytes) {
    for (int i = 0; i < count; i++) {
      add(1, 6, bytes);
    }
  }

  private List<Integer> sizesOfRuns(long limit) {
    Collections.shuffle(files, new Random(7));
    return SmallFiles.runs(files, limit).stream().map(List::size).toList();
  }

  @Test
  void mergesTheSmallestOfManyRuns() {
    add(SmallFiles.MANY - 1, 100);
    assertThat(sizesOfRuns(SMALLEST)).isEmpty();
    add(1, 100);
    assertThat(sizesOfRuns(SMALLEST)).containsExactly(SmallFiles.MANY);
  }

  @Test
  void mergesLargerRunsOnlyAtTheLimit() {
    add(15, SMALLEST);
    assertThat(sizesOfRuns(NEXT)).isEmpty();
    add(2, SMALLEST);
    assertThat(sizesOfRuns(NEXT)).containsExactly(16);
  }

  @Test
  void writesLessThanTwiceTheLimitAtOnce() {
    add(33, NEXT - 1);
    assertThat(sizesOfRuns(NEXT)).hasSize(16).containsOnly(2);
  }

  @Test
  void keepsLargeRunsWhileTheyAreFew() {
    add(SmallFiles.MANY_PER_LEVEL, LARGEST / 2);
    for (int i = 0; i < SmallFiles.MANY_PER_LEVEL; i++) {
      add(2, 6, LARGEST / 2);
    }
    assertThat(sizesOfRuns(LARGEST)).isEmpty();
    add(2, LARGEST / 2);
    assertThat(sizesOfRuns(LARGEST)).hasSize(SmallFiles.MANY_PER_LEVEL / 2 + 1).containsOnly(2);
  }

  @Test
  void mergesNeighboursOnly() {
    add(10, 100);
    add(1, LARGEST);
    add(10, 100);
    assertThat(sizesOfRuns(SMALLEST)).isEmpty();
  }

  @Test
  void doesNotMergeAcrossFamiliesAndLevels() {
    for (int i = 0; i < 10; i++) {
      add(1, 5, 100);
      add(1, 6, 100);
      add(2, 6, 100);
    }
    assertThat(sizesOfRuns(SMALLEST)).isEmpty();
  }

  @Test
  void leavesLevelZeroToRocksDb() {
    for (int i = 0; i < 100; i++) {
      add(1, 0, 100);
    }
    assertThat(sizesOfRuns(SMALLEST)).isEmpty();
  }

  @Test
  void ordersKeysAsUnsignedBytes() {
    add(1, 6, 100);
    StoredFile low = files.get(0);
    StoredFile high =
        new StoredFile(1, 6, ByteBuffer.wrap(new byte[] {(byte) 0x80}), Bytes.EMPTY, "/9.sst", 100);
    StoredFile longer =
        new StoredFile(1, 6, ByteBuffer.wrap(new byte[5]), Bytes.EMPTY, "/8.sst", 100);
    assertThat(StoredFile.ORDER.compare(low, high)).isNegative();
    assertThat(StoredFile.ORDER.compare(low, longer)).isNegative();
    assertThat(StoredFile.ORDER.compare(low, low)).isZero();
  }
}
