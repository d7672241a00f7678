// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.junit.jupiter.api.Test;

class ByteLineageTest {
  private static final int INPUT = 1;
  private static final int PIPE = 2;
  private static final int OUT = 3;
  private static final int OTHER = 4;
  private static final int PROGRAM = 7;

  private final Map<Long, List<ExtendedRecord>> records = new HashMap<>();
  private final Map<Long, List<Long>> cuts = new HashMap<>();
  private long lsn = 10;

  private ByteLineage lineage() {
    HistorySource source =
        (HistorySource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HistorySource.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("extendedRecords")) {
                    return records.getOrDefault(arguments[1], List.of());
                  }
                  for (long cut : cuts.getOrDefault(arguments[0], List.of())) {
                    ((CutVisitor) arguments[1]).cut(0, cut, cut, 0);
                  }
                  return null;
                });
    return new ByteLineage(source, 1000);
  }

  private static ByteMap.Segment copy(long object, long offset, long length) {
    return ByteMap.Segment.copy(new ByteMap.Part(object, offset, length));
  }

  private static ByteMap.Segment computed(ByteMap.Part... parts) {
    return new ByteMap.Segment(1, Origin.COMPUTED, List.of(parts));
  }

  private void write(long object, long offset, ByteMap.Segment... segments) {
    record(ByteMap.TYPE, PROGRAM, object, new ByteMap(offset, List.of(segments)));
  }

  private void record(String type, long process, long object, ByteMap map) {
    records
        .computeIfAbsent(object, id -> new ArrayList<>())
        .add(new ExtendedRecord(++lsn, process, object, type, map.encode().data()));
  }

  private void range(long process, long from, long to) {
    ByteMap map = new ByteMap(from, List.of(ByteMap.Segment.unknown(to - from)));
    record(ByteMap.RANGES, process, OUT, map);
  }

  private void truncate(long length) {
    record(ByteMap.RANGES, PROGRAM, OUT, new ByteMap(length, List.of()));
  }

  private static ByteOrigin copied(long offset, long length, long object, long from) {
    return ByteOrigin.copied(offset, new ByteMap.Part(object, from, length)).by(PROGRAM);
  }

  private static ByteOrigin unknown(long offset, long length, long process) {
    return ByteOrigin.unknown(offset, length, process).by(process);
  }

  private List<ByteOrigin> origins(long from, long to) {
    return lineage().origins(OUT, from, to, Lsn.LATEST);
  }

  @Test
  void followsBytesThroughAPipe() {
    write(PIPE, 0, copy(INPUT, 100, 10));
    write(PIPE, 10, copy(INPUT, 50, 10));
    write(OUT, 0, copy(PIPE, 5, 10), ByteMap.Segment.unknown(1));

    assertThat(origins(0, 100))
        .containsExactly(
            copied(0, 5, INPUT, 105), copied(5, 5, INPUT, 50), unknown(10, 1, PROGRAM));
  }

  @Test
  void joinsAdjacentPartsOfTheSameInput() {
    write(PIPE, 0, copy(INPUT, 0, 4));
    write(PIPE, 4, copy(INPUT, 4, 4));
    write(OUT, 0, copy(PIPE, 0, 6));
    write(OUT, 6, copy(PIPE, 6, 2));

    assertThat(origins(0, 8)).containsExactly(copied(0, 8, INPUT, 0));
  }

  @Test
  void returnsOriginsOfTheGivenRangeOnly() {
    write(OUT, 0, copy(INPUT, 20, 10));

    assertThat(origins(3, 5)).containsExactly(copied(3, 2, INPUT, 23));
    assertThat(origins(8, 50)).containsExactly(copied(8, 2, INPUT, 28));
    assertThat(origins(10, 50)).isEmpty();
  }

  @Test
  void takesEachByteFromItsLastWrite() {
    write(OUT, 0, copy(INPUT, 0, 10));
    write(OUT, 2, copy(OTHER, 70, 3));

    assertThat(origins(0, 10))
        .containsExactly(copied(0, 2, INPUT, 0), copied(2, 3, OTHER, 70), copied(5, 5, INPUT, 5));
  }

  @Test
  void followsAByteThatAFileCopiesFromItself() {
    write(OUT, 0, copy(INPUT, 0, 4));
    write(OUT, 2, copy(OUT, 0, 2));
    write(OUT, 0, copy(OUT, 2, 2));

    assertThat(origins(0, 4)).containsExactly(copied(0, 2, INPUT, 0), copied(2, 2, INPUT, 0));
  }

  @Test
  void stopsAtACut() {
    write(OUT, 0, copy(INPUT, 0, 10));
    cuts.put((long) OUT, List.of(++lsn));
    write(OUT, 0, copy(OTHER, 0, 3));

    assertThat(origins(0, 10)).containsExactly(copied(0, 3, OTHER, 0));
    assertThat(lineage().end(OUT, Lsn.LATEST)).isEqualTo(3);
    assertThat(lineage().origins(OUT, 0, 10, 11)).containsExactly(copied(0, 10, INPUT, 0));
  }

  @Test
  void namesTheLastWriterOfEachRange() {
    range(5, 0, 10);
    range(6, 4, 6);
    range(0, 8, 12);

    assertThat(origins(0, 100))
        .containsExactly(unknown(0, 4, 5), unknown(4, 2, 6), unknown(6, 2, 5), unknown(8, 4, 0));
  }

  @Test
  void forgetsBytesBeyondATruncation() {
    range(5, 0, 10);
    truncate(4);
    assertThat(lineage().end(OUT, Lsn.LATEST)).isEqualTo(4);
    range(6, 8, 9);

    assertThat(origins(0, 100)).containsExactly(unknown(0, 4, 5), unknown(8, 1, 6));
    assertThat(lineage().end(OUT, Lsn.LATEST)).isEqualTo(9);
    assertThat(lineage().end(OUT, 11)).isEqualTo(10);
  }

  @Test
  void prefersFollowedBytesToRangesOfTheSameProgram() {
    write(OUT, 0, copy(INPUT, 0, 10));
    range(PROGRAM, 0, 10);
    range(6, 4, 6);

    assertThat(origins(0, 10))
        .containsExactly(copied(0, 4, INPUT, 0), unknown(4, 2, 6), copied(6, 4, INPUT, 6));
  }

  @Test
  void stopsAtBytesOfWhichOnlyTheWriterIsKnown() {
    range(5, 0, 10);
    write(OTHER, 0, copy(OUT, 2, 3));

    assertThat(lineage().origins(OTHER, 0, 3, Lsn.LATEST)).containsExactly(copied(0, 3, OUT, 2));
  }

  /** Creates facts about writes of {@code OUT}: process, first and last LSN of each. */
  private static LineageReader writes(long[]... writes) {
    return (LineageReader)
        Proxy.newProxyInstance(
            ByteLineageTest.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              for (long[] each : writes) {
                ((AccessVisitor) arguments[2])
                    .access(each[0], OUT, AccessMode.WRITE, each[1], each[2], 1, 1, 0, 0);
              }
              return null;
            });
  }

  @Test
  void namesWritersWhoseLastRangesAreNotRecorded() {
    cuts.put((long) OUT, List.of(++lsn));
    range(5, 0, 10);
    range(6, 0, 10);
    range(7, 0, 10);
    range(7, 0, 0);
    LineageReader facts =
        writes(
            new long[] {4, 1, 5},
            new long[] {5, 12, 12},
            new long[] {6, 12, 20},
            new long[] {7, 12, 13},
            new long[] {8, 12, 13},
            new long[] {9, 12, Lsn.OPEN});

    assertThat(lineage().incompleteWriters(facts, OUT, Lsn.LATEST)).containsExactly(6L, 7L, 8L, 9L);
    assertThat(lineage().incompleteWriters(facts, OUT, 12)).contains(6L).doesNotContain(5L);
  }

  @Test
  void asksNotForRangesOfProgramsWhoseBytesWereFollowed() {
    write(OUT, 0, copy(INPUT, 0, 10));

    LineageReader facts = writes(new long[] {PROGRAM, lsn, lsn + 9});

    assertThat(lineage().incompleteWriters(facts, OUT, Lsn.LATEST)).isEmpty();
  }

  @Test
  void findsManyRangesAfterACut() {
    cuts.put((long) OUT, List.of(++lsn));
    for (int i = 0; i < 100_000; i++) {
      range(5 + i % 2, i, i + 1);
    }

    assertThat(origins(0, 500)).hasSize(500).contains(unknown(7, 1, 6));
  }

  @Test
  void joinsInputRangesOfComputedBytes() {
    write(PIPE, 0, copy(INPUT, 0, 4));
    write(
        OUT,
        0,
        computed(
            new ByteMap.Part(PIPE, 2, 2),
            new ByteMap.Part(INPUT, 1, 2),
            new ByteMap.Part(OTHER, 9, 1)));

    assertThat(origins(0, 1))
        .containsExactly(
            ByteOrigin.of(
                    0,
                    1,
                    Origin.COMPUTED,
                    List.of(new ByteMap.Part(INPUT, 1, 3), new ByteMap.Part(OTHER, 9, 1)))
                .by(PROGRAM));
  }

  @Test
  void distinguishesLiteralFromUnknownBytes() {
    write(OUT, 0, ByteMap.Segment.literal(2), ByteMap.Segment.unknown(3));

    assertThat(origins(0, 5))
        .containsExactly(
            ByteOrigin.of(0, 2, Origin.LITERAL, List.of()).by(PROGRAM), unknown(2, 3, PROGRAM));
  }

  @Test
  void callsBytesUnknownThatAreCopiedOrComputedFromUnknownOnes() {
    write(PIPE, 0, ByteMap.Segment.unknown(4));
    write(
        OUT,
        0,
        copy(PIPE, 1, 2),
        computed(new ByteMap.Part(INPUT, 0, 1), new ByteMap.Part(PIPE, 0, 1)));

    assertThat(origins(0, 3)).containsExactly(unknown(0, 3, PROGRAM));
    ByteLineage lineage = lineage();
    lineage.origins(OUT, 0, 3, Lsn.LATEST);
    assertThat(lineage.lastUnknownWrite(PROGRAM)).isEqualTo(lsn);
  }

  /** Another input of the copying program may have selected the bytes. */
  @Test
  void stopsAtTheObjectFromWhichAProgramCopiedLiteralBytes() {
    write(PIPE, 0, ByteMap.Segment.literal(4));
    write(OUT, 0, copy(PIPE, 1, 2));

    assertThat(origins(0, 2)).containsExactly(copied(0, 2, PIPE, 1));
  }

  @Test
  void refusesTooManyOrigins() {
    for (int i = 0; i < 1001; i++) {
      write(OUT, 2 * i, copy(INPUT, 5 * i, 1), ByteMap.Segment.unknown(1));
    }

    assertThatThrownBy(() -> origins(0, 3000))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("@bytes=0-4096");
  }

  /** Compares random writes of random parts with an array that has the origin of each byte. */
  @Test
  void agreesWithASimulation() {
    for (int seed = 0; seed < 300; seed++) {
      records.clear();
      Random random = new Random(seed);
      int size = 40;
      String[][] content = new String[3][size];
      for (int i = 0; i < size; i++) {
        content[0][i] = "1 " + i;
      }
      for (int step = 0; step < 30; step++) {
        int from = random.nextInt(3);
        int to = 1 + random.nextInt(2);
        int length = 1 + random.nextInt(12);
        int at = random.nextInt(size - length);
        int target = random.nextInt(size - length);
        boolean isKnown = true;
        for (int i = 0; i < length; i++) {
          isKnown &= content[from][at + i] != null;
        }
        if (isKnown) {
          write(to + 1, target, copy(from + 1, at, length));
          System.arraycopy(content[from].clone(), at, content[to], target, length);
        }
      }
      String[] found = new String[size];
      for (ByteOrigin origin : origins(0, size)) {
        for (int i = 0; i < origin.length(); i++) {
          ByteMap.Part input = origin.inputs().get(0);
          found[(int) origin.offset() + i] = input.object() + " " + (input.offset() + i);
        }
      }
      assertThat(found).as("seed %d", seed).isEqualTo(content[2]);
    }
  }
}
