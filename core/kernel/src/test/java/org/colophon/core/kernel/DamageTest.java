// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the content of a store after damage to its journal. */
@Timeout(60)
class DamageTest extends KernelFixture {
  private final RecordingAdapter adapter = new RecordingAdapter();

  /** An adapter without content, so that the journal is not released. */
  private final RecordingAdapter dead = new RecordingAdapter();

  private void run(int accesses) {
    dead.death = new ColophonException(ErrorCode.ADAPTER_FAILED, "dead");
    try (Kernel kernel = Kernel.open(config(adapter, dead).segmentBytes(1024).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      for (int i = 0; i < accesses; i++) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
        sink.awaitDurable(sink.flush()); // one frame per record
      }
    }
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(temp.resolve("store/journal"))) {
      return files.sorted().toList();
    }
  }

  private void damage(double share) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segments().get(0).toFile(), "rw")) {
      long at = (long) (file.length() * share);
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(old ^ 1);
    }
  }

  /** A gap makes all earlier lineage doubtful, so a gap at each start would affect everything. */
  @Test
  void reportsDamageOnce() throws Exception {
    run(50);
    damage(0.5);
    for (int start = 0; start < 4; start++) {
      run(1);
      assertThat(adapter.seen(RecordType.GAP)).as("gaps, start %d", start).hasSize(1);
    }
    damage(0.2);
    for (int start = 0; start < 3; start++) {
      run(1);
      assertThat(adapter.seen(RecordType.GAP))
          .as("gaps after more damage, start %d", start)
          .hasSize(2);
    }
  }

  @Test
  void reportsAMissingSegmentBesideOtherDamage() throws IOException {
    run(100);
    damage(0.5);
    run(1);
    assertThat(adapter.seen(RecordType.GAP)).hasSize(1);
    assertThat(segments()).hasSizeGreaterThan(4);
    Files.delete(segments().get(2));
    for (int start = 0; start < 3; start++) {
      run(1);
      assertThat(adapter.seen(RecordType.GAP)).as("gaps, start %d", start).hasSize(2);
    }
  }
}
