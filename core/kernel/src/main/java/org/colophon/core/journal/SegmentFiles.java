// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.colophon.core.files.PrivateFiles;

/** Opens segment files for writing. */
@FunctionalInterface
interface SegmentFiles {
  /** Opens a file at its end; creates it, readable by its owner only, if it is new. */
  SegmentFile open(Path path) throws IOException;

  /** Returns an opener of files on disk. */
  static SegmentFiles onDisk() {
    return path -> {
      boolean isNew = !Files.exists(path);
      FileChannel channel = PrivateFiles.open(path);
      channel.position(channel.size());
      if (isNew) {
        forceDirectory(path.resolveSibling("")); // its directory
      }
      return new ChannelSegmentFile(channel);
    };
  }

  /** Makes a created or deleted name durable. */
  static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  record ChannelSegmentFile(FileChannel channel) implements SegmentFile {
    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void truncate(long length) throws IOException {
      channel.truncate(length);
      channel.position(length);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
