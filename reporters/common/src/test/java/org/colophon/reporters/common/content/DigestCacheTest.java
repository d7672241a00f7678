// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestCacheTest {
  private static final FileState FIRST = new FileState(1, 2, 5, 1_000, 2_000);
  private static final FileState SECOND = new FileState(1, 3, 5, 1_000, 2_000);
  private static final FileDigest DIGEST = FileHasherTest.HELLO;

  @TempDir private Path base;
  private Path file;
  private DigestCache cache;

  @BeforeEach
  void prepare() {
    Path directory = base.resolve("colophon");
    file = directory.resolve("digests");
    cache = new DigestCache(directory);
  }

  private Map<FileState, FileDigest> find() {
    return cache.find(Set.of(FIRST, SECOND));
  }

  @Test
  void findsAddedDigestsOfSameStateOnly() throws IOException {
    assertThat(find()).isEmpty();
    cache.add(Map.of(FIRST, DIGEST));
    assertThat(find()).isEqualTo(Map.of(FIRST, DIGEST));
    cache.add(Map.of(SECOND, DIGEST));

    assertThat(find()).containsOnlyKeys(FIRST, SECOND);
    assertThat(cache.find(Set.of(new FileState(1, 2, 5, 1_000, 2_001)))).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void omitsFilesThatChangedMomentsAgo() {
    long now = FileHasher.nowNanos();
    cache.add(Map.of(new FileState(1, 2, 5, now, 1), DIGEST));
    cache.add(Map.of(new FileState(1, 2, 5, 1, now), DIGEST));

    assertThat(file).doesNotExist();
  }

  @Test
  void startsDamagedFileAgain() throws IOException {
    cache.add(Map.of(FIRST, DIGEST));
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      Files.write(file, damaged);
      assertThat(find()).as("byte %d", at).isEmpty();
    }
    cache.add(Map.of(SECOND, DIGEST));

    assertThat(find()).containsOnlyKeys(SECOND);
    assertThat(file).hasSize(whole.length);
  }

  @Test
  void startsTruncatedAndForeignFilesAgain() throws IOException {
    cache.add(Map.of(FIRST, DIGEST));
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 4, 8 + 40, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(find()).as("%d bytes", length).isEmpty();
      cache.add(Map.of(SECOND, DIGEST));
      assertThat(find()).as("%d bytes", length).containsOnlyKeys(SECOND);
    }
  }

  @Test
  void startsFullFileAgain() throws IOException {
    Files.createDirectory(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.write(file, new byte[(32 << 20) + 1]);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    cache.add(Map.of(SECOND, DIGEST));

    assertThat(find()).containsOnlyKeys(SECOND);
    assertThat(file).hasSize(8L + DigestCache.RECORD_BYTES);
  }

  @Test
  void ignoresCacheThatOthersCanChange() throws IOException {
    cache.add(Map.of(FIRST, DIGEST));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(find()).isEmpty();

    Files.delete(file);
    Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    cache.add(Map.of(FIRST, DIGEST));
    assertThat(file).doesNotExist();
  }
}
