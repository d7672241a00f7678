// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.sink.SinkBuffer;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the records of one name change are in one frame, however full the sink was before. So
 * a crash leaves the whole change or none of it.
 */
@Timeout(120)
class NameChangeCrashTest extends KernelFixture {
  /** Larger than a frame. After such a record, each end of a range also ends a frame. */
  private static final Bytes LARGE = Bytes.of("x".repeat(300 << 10));

  private interface Change {
    void make(OperationSink sink, long process, Bytes from, Bytes to);
  }

  /** Runs the change after each possible number of buffered operations. */
  private void changeBehindEachFill(Change change) throws IOException {
    try (Kernel kernel = Kernel.open(config().build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      for (int fill = SinkBuffer.BATCH - 6; fill <= SinkBuffer.BATCH; fill++) {
        long file = file(sink, from(fill).display());
        sink.flush();
        sink.extend(process, 0, "large", LARGE, 0);
        for (int i = 1; i < fill; i++) {
          sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
        }
        change.make(sink, process, from(fill), Bytes.of("/to/" + fill));
        sink.flush();
      }
      kernel.awaitDurable(kernel.lastLsn());
    }
  }

  private static Bytes from(int fill) {
    return Bytes.of("/from/" + fill);
  }

  /** Returns the types of each frame's records, without the fillers. */
  private List<List<RecordType>> frames() throws IOException {
    List<List<RecordType>> frames = new ArrayList<>();
    Path directory = temp.resolve("store/journal");
    Journal journal = Journal.open(JournalConfig.at(directory), failure -> {});
    try (JournalReader reader = journal.readAfter(0)) {
      for (RecordDecoder frame = reader.next(); frame != null; frame = reader.next()) {
        List<RecordType> types = new ArrayList<>();
        while (frame.next()) {
          if (isOfInterest(frame)) {
            types.add(frame.type());
          }
        }
        frames.add(types);
      }
    } finally {
      journal.close();
    }
    return frames;
  }

  private static boolean isOfInterest(RecordDecoder record) {
    return switch (record.type()) {
      case UNBIND, RENAME, EXCHANGE, BIND -> true;
      case ACCESS -> record.operationKind() == OperationKind.RENAME;
      default -> false;
    };
  }

  private void checkFrames(RecordType... change) throws IOException {
    List<RecordType> wanted = List.of(change);
    assertThat(frames())
        .filteredOn(frame -> frame.contains(change[0]) || frame.contains(RecordType.ACCESS))
        .filteredOn(frame -> !frame.equals(List.of(RecordType.BIND))) // the setup of the change
        .hasSize(7)
        .allSatisfy(frame -> assertThat(Collections.indexOfSubList(frame, wanted)).isNotNegative());
  }

  @Test
  void movesAFileInOneFrame() throws IOException {
    changeBehindEachFill((sink, process, from, to) -> sink.rename(process, from, to, 0));
    checkFrames(RecordType.UNBIND, RecordType.BIND, RecordType.ACCESS);
  }

  @Test
  void bindsANameInOneFrame() throws IOException {
    changeBehindEachFill((sink, process, from, to) -> sink.unbind(process, from, 0));
    checkFrames(RecordType.UNBIND, RecordType.ACCESS);
  }

  @Test
  void exchangesNamesInOneFrame() throws IOException {
    changeBehindEachFill((sink, process, from, to) -> sink.exchange(process, from, to, 0));
    checkFrames(RecordType.EXCHANGE, RecordType.ACCESS);
  }
}
