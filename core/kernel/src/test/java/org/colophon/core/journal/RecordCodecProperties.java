// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordType;

class RecordCodecProperties {
  private static final int SALT = 0x5A17;

  /** Offset of the number of chunks in a frame. */
  private static final int CHUNKS = 6;

  /** Offset of what follows the checksum in a frame. */
  private static final int FIRST_FACT = 16;

  private RecordEncoder encoder = new RecordEncoder();
  private final RecordDecoder decoder = new RecordDecoder();

  private final List<String> expectedPositions = new ArrayList<>();

  /** Encodes one random record and returns the expected text of its decoding. */
  private String encode(Random random, RecordType type, long lsn, long nanos) {
    long a = number(random);
    long b = number(random);
    long c = number(random);
    Bytes text = text(random);
    Bytes other = text(random);
    int kind = random.nextInt(5);
    boolean open = random.nextBoolean();
    long begin = lsn - random.nextInt((int) Math.min(lsn, 1000));
    switch (type) {
      case ACCESS -> encoder.access(lsn, nanos, a % 4, b % 4, kind, open, c % 2);
      case INTERVAL -> encoder.interval(lsn, nanos, a, b, kind, begin, lsn, c, 5);
      case PROCESS -> encoder.process(lsn, nanos, a, process(text, other, b));
      case OBJECT ->
          encoder.object(lsn, nanos, a, new ObjectDeclaration(ObjectKind.PIPE, text, other));
      case LINK -> encoder.link(lsn, nanos, kind, a, b);
      case DERIVATION -> encoder.derivation(lsn, nanos, a, b, c);
      case CUT -> encoder.cut(lsn, nanos, a, b, begin);
      case EXIT -> encoder.exit(lsn, nanos, a, kind - 1);
      case BIND, UNBIND -> encoder.name(type, lsn, nanos, a, b, text);
      case RENAME, EXCHANGE -> encoder.move(type, lsn, nanos, a, b, text, other);
      case EXTENDED -> encoder.extended(lsn, nanos, a, b, "tag", text);
      case SNAPSHOT -> encoder.snapshot(lsn, nanos, "snapshot " + a);
      case GAP -> encoder.gap(lsn, nanos, a, kind, c);
    }
    String fields =
        switch (type) {
          case ACCESS -> "%d %d %d %b %d".formatted(a % 4, b % 4, kind, open, c % 2);
          case INTERVAL -> "%d %d %d %d %d %d".formatted(a, b, kind, begin, lsn, c);
          case PROCESS -> a + " " + process(text, other, b);
          case OBJECT -> a + " " + new ObjectDeclaration(ObjectKind.PIPE, text, other);
          case LINK -> "%d %d %d".formatted(kind, a, b);
          case DERIVATION -> "%d %d %d".formatted(a, b, c);
          case CUT -> "%d %d %d".formatted(a, b, begin);
          case EXIT -> "%d %d".formatted(a, kind - 1);
          case BIND, UNBIND -> a + " " + b + " " + text.display();
          case RENAME, EXCHANGE -> a + " " + b + " " + text.display() + " " + other.display();
          case EXTENDED -> a + " " + b + " tag " + text.display();
          case SNAPSHOT -> "snapshot " + a;
          case GAP -> "%d %d %d".formatted(a, kind, c);
        };
    return type + " " + lsn + " " + nanos + " " + fields;
  }

  private String decoded() {
    RecordType type = decoder.type();
    long p = decoder.process();
    long o = decoder.object();
    String fields =
        switch (type) {
          case ACCESS ->
              "%d %d %d %b %d"
                  .formatted(
                      p, o, decoder.operationKind().code(), decoder.isOpen(), decoder.bytes());
          case INTERVAL ->
              "%d %d %d %d %d %d"
                  .formatted(
                      p,
                      o,
                      decoder.accessMode().code(),
                      decoder.beginLsn(),
                      decoder.endLsn(),
                      decoder.count());
          case PROCESS -> p + " " + decoder.processDeclaration();
          case OBJECT -> o + " " + decoder.objectDeclaration();
          case LINK -> "%d %d %d".formatted(decoder.linkKind().code(), p, decoder.cause());
          case DERIVATION -> "%d %d %d".formatted(o, decoder.cause(), p);
          case CUT -> "%d %d %d".formatted(p, o, decoder.beginLsn());
          case EXIT -> "%d %d".formatted(p, decoder.status());
          case BIND, UNBIND -> p + " " + o + " " + decoder.path().display();
          case RENAME, EXCHANGE ->
              p + " " + o + " " + decoder.path().display() + " " + decoder.toPath().display();
          case EXTENDED -> p + " " + o + " " + decoder.label() + " " + decoder.data().display();
          case SNAPSHOT -> decoder.label();
          case GAP -> "%d %d %d".formatted(p, decoder.gapCause().code(), decoder.count());
        };
    return type + " " + decoder.lsn() + " " + decoder.timeNanos() + " " + fields;
  }

  private static long number(Random random) {
    return random.nextLong() >>> (1 + random.nextInt(62));
  }

  private static Bytes text(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 5000 : 20)];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  private static ProcessDeclaration process(Bytes text, Bytes other, long number) {
    return new ProcessDeclaration(text, number, other, List.of(text, other), text, -number);
  }

  private List<String> encodeFrame(Random random, int records, long firstLsn) {
    encoder.reset(firstLsn);
    expectedPositions.clear();
    List<String> expected = new ArrayList<>();
    RecordType[] types = RecordType.values();
    long lsn = firstLsn;
    long nanos = number(random);
    for (int i = 0; i < records; i++) {
      boolean access = random.nextBoolean();
      RecordType type = access ? RecordType.ACCESS : types[random.nextInt(types.length)];
      expected.add(encode(random, type, lsn, nanos));
      if (random.nextInt(5) == 0) {
        Bytes position = text(random);
        encoder.position(lsn, nanos, "source " + i, position);
        expectedPositions.add("source " + i + " " + position.display());
      }
      lsn += random.nextInt(3) * (random.nextInt(20) == 0 ? 1000 : 1);
      nanos += random.nextInt(3) - 1;
    }
    encoder.countOperations(records);
    encoder.finish(lsn, 1, 1, false, SALT);
    return expected;
  }

  @Property(tries = 30)
  void readsEachChunkWithoutTheOthers(@ForAll long seed, @ForAll @IntRange(max = 600) int records) {
    encoder = new RecordEncoder(true);
    Random random = new Random(seed);
    List<String> expected = encodeFrame(random, records, 1 + number(random) / 2);

    byte[] frame = encoder.frame();
    byte[] header = Arrays.copyOf(frame, FrameFormat.HEADER_BYTES);
    int chunks = FrameFormat.chunks(frame, 0);
    List<String> actual = new ArrayList<>();
    List<String> whole = new ArrayList<>();
    for (int chunk = 0; chunk < chunks; chunk++) {
      int from = FrameFormat.chunkOffset(frame, 0, chunk);
      int to = FrameFormat.chunkOffset(frame, 0, chunk + 1);
      assertThat(to - from).isGreaterThanOrEqualTo(chunk < chunks - 1 ? 4096 : 16);
      decoder.resetChunk(header, Arrays.copyOfRange(frame, from, to));
      while (decoder.next()) {
        actual.add(decoded());
      }
    }
    decoder.reset(frame, 0);
    while (decoder.next()) {
      whole.add(decoded());
    }

    assertThat(whole).isEqualTo(expected);
    assertThat(actual).isEqualTo(expected);
    assertThat(FrameFormat.version(frame, 0)).isEqualTo(3);
  }

  @Property(tries = 70)
  void readsBackWrittenRecords(@ForAll long seed, @ForAll @IntRange(max = 200) int records) {
    Random random = new Random(seed);
    List<String> expected = encodeFrame(random, records, 1 + number(random) / 2);
    decoder.reset(encoder.frame(), 0);
    for (int round = 0; round < 2; round++) {
      List<String> read = new ArrayList<>();
      while (decoder.next()) {
        read.add(decoded());
      }
      assertThat(read).isEqualTo(expected);
      decoder.rewind();
      List<String> positions = new ArrayList<>();
      while (decoder.nextPosition()) {
        positions.add(decoder.label() + " " + decoder.data().display());
      }
      assertThat(positions).isEqualTo(expectedPositions);
      decoder.rewind();
    }
  }

  /** A hostile source can send such a frame with the right checksum. */
  @Property(tries = 340)
  void refusesDamageOnlyAsCorrupt(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int n) {
    Random random = new Random(seed);
    encoder = new RecordEncoder(random.nextBoolean());
    encodeFrame(random, n, 1);
    byte[] frame = encoder.frame();
    int end = random.nextBoolean() ? FrameFormat.HEADER_BYTES : FrameFormat.frameBytes(frame, 0);
    int at = FIRST_FACT + random.nextInt(end - FIRST_FACT);
    frame[random.nextInt(8) == 0 ? CHUNKS : at] ^= (byte) (1 + random.nextInt(255));
    assertThat(FrameFormat.isIntact(frame, 0, SALT)).isFalse();
    try {
      decoder.reset(frame, 0);
      while (decoder.next()) {
        decoded();
      }
    } catch (ColophonException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT);
    }
  }
}
