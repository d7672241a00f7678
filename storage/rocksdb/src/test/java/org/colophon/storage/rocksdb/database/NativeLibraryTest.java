// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the native library in the user's cache: it is unpacked once, completely, and only if the
 * user owns the cache.
 */
@Tag("jdk")
class NativeLibraryTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(0);

  @TempDir Path cache;

  private static Path only(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertThat(all).as("files in %s", directory).hasSize(1);
      return all.get(0);
    }
  }

  @Test
  void unpacksOnce() throws IOException {
    Path library = only(NativeLibrary.unpacked(cache));
    assertThat(Files.size(library)).isGreaterThan(1 << 20);
    Files.setLastModifiedTime(library, LONG_AGO);
    assertThat(only(NativeLibrary.unpacked(cache))).isEqualTo(library);
    assertThat(Files.getLastModifiedTime(library)).isEqualTo(LONG_AGO);
  }

  @Test
  void replacesIncompleteLibrary() throws IOException {
    Path library = only(NativeLibrary.unpacked(cache));
    final long size = Files.size(library);
    try (FileChannel file = FileChannel.open(library, StandardOpenOption.WRITE)) {
      file.truncate(size / 2);
    }
    assertThat(Files.size(only(NativeLibrary.unpacked(cache)))).isEqualTo(size);
  }

  @Test
  void isCompleteForConcurrentUnpackers() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Path> unpack = () -> NativeLibrary.unpacked(cache);
      for (Future<Path> each : threads.invokeAll(List.of(unpack, unpack, unpack, unpack))) {
        assertThat(Files.size(only(each.get()))).isGreaterThan(1 << 20);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void rejectsADirectoryThatOthersMayChange() throws IOException {
    Path library = only(NativeLibrary.unpacked(cache));
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> NativeLibrary.unpacked(cache))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("may be changed by others");
  }

  @Test
  void reportsWhenTheCacheCannotBeUsed() throws IOException {
    Path file = Files.createFile(cache.resolve("file"));
    assertThatThrownBy(() -> NativeLibrary.unpacked(file)).isInstanceOf(IOException.class);
  }
}
