// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.error.ColophonException;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;

/** Reads streams of frames that were damaged in transit. */
class FeedFormatProperties {
  private static final int FRAMES = 5;

  private static byte[] stream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RecordEncoder encoder = new RecordEncoder();
    for (long lsn = 1; lsn <= FRAMES; lsn++) {
      encoder.reset(lsn);
      encoder.position(lsn, 0, "source", Bytes.of("at " + lsn));
      int length = encoder.finish(lsn, 1, 1, false, 0);
      FeedFormat.write(new CanonicalFrame(lsn - 1, encoder.frame(), 0, length), FRAMES, out);
    }
    return out.toByteArray();
  }

  private static List<Long> read(byte[] bytes) throws IOException {
    FeedFormat.Reader reader = new FeedFormat.Reader(new ByteArrayInputStream(bytes), "the stream");
    List<Long> ends = new ArrayList<>();
    for (CanonicalFrame frame = reader.next(); frame != null; frame = reader.next()) {
      assertThat(FrameFormat.isIntact(frame.bytes(), frame.offset(), 0)).isTrue();
      ends.add(frame.lastLsn());
    }
    return ends;
  }

  @Property(tries = 1)
  void readsWhatWasWritten() throws IOException {
    assertThat(read(stream())).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Property
  void damagedStreamGivesNoFalseFrame(
      @ForAll @IntRange(max = 10_000) int at, @ForAll @IntRange(min = 1, max = 255) int change)
      throws IOException {
    byte[] bytes = stream();
    bytes[at % bytes.length] ^= (byte) change;
    try {
      assertThat(read(bytes)).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L)); // only an LSN of a prefix
    } catch (ColophonException | IOException e) {
      assertThat(e.getMessage()).contains("the stream");
    }
  }

  @Property
  void truncatedStreamFailsUnlessCutBetweenFrames(@ForAll @IntRange(max = 10_000) int at)
      throws IOException {
    byte[] bytes = stream();
    byte[] cut = Arrays.copyOf(bytes, at % bytes.length);
    try {
      assertThat(read(cut)).hasSizeLessThan(FRAMES);
      assertThat(cut.length % (bytes.length / FRAMES)).isZero();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("ends within a frame");
    }
  }
}
