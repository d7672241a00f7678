// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads a small store into the page cache in one sweep before it is opened. A cold query would wait
 * for the disk many times. Does not read large stores.
 */
final class ReadAhead {
  private static final Logger LOG = System.getLogger(ReadAhead.class.getName());
  private static final long MAX_BYTES = 32L << 20;
  private static final int CHUNK_BYTES = 1 << 20;

  private ReadAhead() {}

  /** Reads a small store. Never fails, since opening the store reports the problem. */
  static void small(Path directory) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> tables = files.filter(file -> file.toString().endsWith(".sst")).toList();
      long bytes = 0;
      for (Path table : tables) {
        bytes += Files.size(table);
      }
      if (bytes <= MAX_BYTES) {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        for (Path table : tables) {
          read(table, chunk);
        }
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "not read ahead: {0}", e.toString());
    }
  }

  private static void read(Path table, ByteBuffer chunk) throws IOException {
    try (FileChannel channel = FileChannel.open(table, StandardOpenOption.READ)) {
      do {
        chunk.clear();
      } while (channel.read(chunk) > 0);
    }
  }
}
