// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.colophon.benchmarks.result.Directories;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/** A journal in a temporary directory, with the small tree as its input. */
final class JournalFixture implements AutoCloseable {
  private static final int FRAME_BYTES = 1 << 18;

  private final RecordEvent[] events = TreeEvents.make(true);
  private final long sumOfObjects = Arrays.stream(events).mapToLong(event -> event.object).sum();
  private final Path directory;
  private final Journal journal;
  private long lsn;

  JournalFixture() throws IOException {
    directory = Files.createTempDirectory("colophon-micro");
    journal =
        Journal.open(
            JournalConfig.at(directory),
            failure -> {
              throw new IllegalStateException(failure);
            });
  }

  /** Encodes the small tree, frame by frame. Returns the LSN of the last frame. */
  long encode() {
    final RecordEncoder encoder = journal.encoder();
    for (RecordEvent event : events) {
      encode(encoder, event);
      if (encoder.payloadBytes() >= FRAME_BYTES) {
        writeFrame();
      }
    }
    writeFrame();
    return lsn;
  }

  /** Writes a frame with the first access of the tree and waits until it is durable. */
  void commitOne() {
    encode(journal.encoder(), firstAccess());
    writeFrame();
    sync();
  }

  /** Returns the object that {@link #commitOne} writes to. */
  long firstObject() {
    return firstAccess().object;
  }

  private RecordEvent firstAccess() {
    int first = 0;
    while (events[first].type != RecordType.ACCESS) {
      first++;
    }
    return events[first];
  }

  private void encode(RecordEncoder encoder, RecordEvent event) {
    lsn++;
    if (event.type == RecordType.EXIT) {
      encoder.exit(lsn, event.timeNanos, event.process, (int) event.amount);
    } else {
      encoder.access(
          lsn, event.timeNanos, event.process, event.object, event.kind, false, event.amount);
    }
  }

  private void writeFrame() {
    journal.writeFrame(lsn, 1, 1, false);
    journal.accounted(lsn, true);
  }

  /** Waits until all encoded frames are on disk, since only frames on disk can be read. */
  void sync() {
    journal.awaitDurable(lsn);
  }

  /**
   * Decodes all frames on disk. Returns the sum of all object ids, so that every record is used.
   */
  long decode() throws IOException {
    long sum = 0;
    try (JournalReader reader = journal.readAfter(0)) {
      RecordDecoder batch = reader.next();
      while (batch != null) {
        while (batch.next()) {
          sum += batch.type() == RecordType.ACCESS ? batch.object() : 0;
        }
        batch = reader.next();
      }
    }
    return sum;
  }

  /** Returns the sum that {@link #decode} must return for each call of {@link #encode}. */
  long sumOfObjects() {
    return sumOfObjects;
  }

  @Override
  public void close() {
    journal.close();
    Directories.delete(directory);
  }
}
