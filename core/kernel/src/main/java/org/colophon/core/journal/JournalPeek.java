// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.journal.format.FrameFormat;
import org.jspecify.annotations.Nullable;

/** Reads a journal's end without opening it. Changes nothing, and a writer may be active. */
final class JournalPeek {
  private JournalPeek() {}

  /** Returns the last frame, or null. */
  static @Nullable FrameFacts lastFrame(Path directory) throws IOException {
    List<Path> files = JournalRecovery.segmentFiles(directory);
    FrameFacts last = null;
    for (int i = files.size() - 1; i >= 0 && last == null; i--) {
      last = lastFrameOf(files.get(i));
    }
    return last;
  }

  static long firstLsn(Path directory) throws IOException {
    for (Path file : JournalRecovery.segmentFiles(directory)) {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(SegmentFormat.HEADER_BYTES + FrameFormat.HEADER_BYTES);
        int at = SegmentFormat.HEADER_BYTES;
        if (bytes.length == at + FrameFormat.HEADER_BYTES
            && FrameFormat.looksLikeFrame(bytes, at)) {
          return FrameFormat.facts(bytes, at).firstLsn();
        }
      }
    }
    return 0;
  }

  /** Returns the store id of the first segment that has one; 0 if none does. */
  static long storeId(Path directory) throws IOException {
    for (Path file : JournalRecovery.segmentFiles(directory)) {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] header = in.readNBytes(SegmentFormat.HEADER_BYTES);
        boolean isHeader =
            header.length == SegmentFormat.HEADER_BYTES && SegmentFormat.hasMagic(header);
        long id = isHeader ? SegmentFormat.storeId(header) : 0;
        if (id != 0) {
          return id;
        }
      }
    }
    return 0;
  }

  /** Reads only the headers of the frames, since a segment may be large. */
  private static @Nullable FrameFacts lastFrameOf(Path file) throws IOException {
    FrameFacts last = null;
    byte[] header = new byte[FrameFormat.HEADER_BYTES];
    try (FileChannel channel = FileChannel.open(file)) {
      long end = channel.size();
      long at = SegmentFormat.HEADER_BYTES;
      while (channel.read(ByteBuffer.wrap(header), at) == header.length
          && FrameFormat.looksLikeFrame(header, 0)
          && FrameFormat.frameBytes(header, 0) <= end - at) {
        last = FrameFormat.facts(header, 0);
        at += FrameFormat.frameBytes(header, 0);
      }
    }
    return last;
  }
}
