// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.IoFailure;

/** Drops files from the page cache, so that the next read uses the disk. */
final class PageCache {
  private PageCache() {}

  /** Writes a directory's files back, and drops them from the page cache. */
  static void drop(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      List<Path> files = paths.filter(Files::isRegularFile).toList();
      for (Path file : files) {
        drop(file.toString());
      }
    } catch (IOException e) {
      throw IoFailure.of("read", directory, e);
    }
  }

  /** Runs dd with nocache and without blocks. Linux then drops the whole file (posix_fadvise). */
  private static void drop(String file) {
    dd("of=" + file, "conv=notrunc,fdatasync");
    dd("if=" + file, "iflag=nocache");
  }

  private static void dd(String file, String flag) {
    Programs.run(List.of("dd", file, flag, "count=0", "status=none"), Map.of());
  }
}
