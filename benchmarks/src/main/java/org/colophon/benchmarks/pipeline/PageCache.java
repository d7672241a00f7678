package org.colophon.benchmarks.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Makes files cold: the next read comes from the disk. */
final class PageCache {
  private PageCache() {}

  /** Drops what the page cache holds of a directory's files, after writing it back. */
  static void drop(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      List<Path> files = paths.filter(Files::isRegularFile).toList();
      for (Path file : files) {
        drop(file.toString());
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + directory + ": " + e, e);
    }
  }

  /** dd with nocache and no blocks asks the kernel to forget the whole file (posix_fadvise). */
  private static void drop(String file) throws IOException {
    run("dd", "of=" + file, "conv=notrunc,fdatasync", "count=0", "status=none");
    run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
  }

  private static void run(String... command) throws IOException {
    try {
      int status = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (status != 0) {
        throw new IOException(String.join(" ", command) + " ended with status " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted dropping caches", e);
    }
  }
}
