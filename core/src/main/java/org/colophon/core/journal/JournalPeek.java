package org.colophon.core.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Looks at a journal's end without opening it: changes nothing, and a writer may be at work. */
final class JournalPeek {
  private JournalPeek() {}

  static long lastLsn(Path directory) throws IOException {
    List<Path> files = JournalRecovery.segmentFiles(directory);
    long last = 0;
    for (int i = files.size() - 1; i >= 0 && last == 0; i--) {
      last = lastLsnOf(Files.readAllBytes(files.get(i)));
    }
    return last;
  }

  private static long lastLsnOf(byte[] bytes) {
    long last = 0;
    int at = SegmentFormat.HEADER_BYTES;
    while (bytes.length - at >= FrameFormat.HEADER_BYTES
        && FrameFormat.looksLikeFrame(bytes, at)
        && FrameFormat.frameBytes(bytes, at) <= bytes.length - at) {
      last = FrameFormat.facts(bytes, at).lastLsn();
      at += FrameFormat.frameBytes(bytes, at);
    }
    return last;
  }
}
