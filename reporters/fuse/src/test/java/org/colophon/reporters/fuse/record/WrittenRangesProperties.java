// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.model.bytes.ByteMap.Segment;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.query.bytes.ByteLineage;
import org.colophon.query.bytes.ByteOrigin;
import org.colophon.reporters.common.content.WrittenRanges;

/** Compares recorded ranges with an array that has the writer of each byte. */
class WrittenRangesProperties {
  private static final int OBJECT = 3;
  private static final int SOURCE = 4;
  private static final long NOBODY = -1;

  /** Records in the order of their report. */
  private final List<ExtendedRecord> records = new ArrayList<>();

  private int mapsSincePublication;
  private int mostMaps;

  private final OperationSink sink =
      (OperationSink)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {OperationSink.class},
              (proxy, method, arguments) -> {
                switch (method.getName()) {
                  case "extend" -> add((long) arguments[0], (Bytes) arguments[3]);
                  case "flush" -> {
                    mapsSincePublication = 0;
                    return (long) records.size();
                  }
                  default -> throw new AssertionError(method);
                }
                return null;
              });

  private void add(long process, Bytes data) {
    records.add(new ExtendedRecord(records.size() + 1, process, OBJECT, ByteMap.RANGES, data));
    mapsSincePublication += ByteMap.decode(data).size();
    mostMaps = Math.max(mostMaps, mapsSincePublication);
  }

  private List<ByteOrigin> origins(long size) {
    HistorySource source =
        (HistorySource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HistorySource.class},
                (proxy, method, arguments) ->
                    !method.getName().equals("extendedRecords")
                        ? null
                        : arguments[1].equals((long) OBJECT) ? records : List.of());
    return new ByteLineage(source, Integer.MAX_VALUE).origins(OBJECT, 0, size, Lsn.LATEST);
  }

  /** Returns the writer of each byte; the negative one if its bytes are copied. */
  private long[] writers(int size) {
    long[] writers = new long[size];
    Arrays.fill(writers, NOBODY);
    for (ByteOrigin each : origins(size)) {
      long writer = each.how() == Origin.COPIED ? -10 - each.writer() : each.writer();
      Arrays.fill(writers, (int) each.offset(), (int) (each.offset() + each.length()), writer);
    }
    return writers;
  }

  @Property(tries = 500)
  void namesTheLastWriterOfEachByte(@ForAll Random random) {
    records.clear();
    NodeRecord node = new NodeRecord(OBJECT);
    int size = 1 + random.nextInt(300);
    long[] expected = new long[size];
    Arrays.fill(expected, NOBODY);
    for (int i = random.nextInt(200); i > 0; i--) {
      int from = random.nextInt(size);
      int to = Math.min(size, from + 1 + random.nextInt(1 + random.nextInt(40)));
      long process = random.nextInt(4);
      switch (random.nextInt(20)) {
        case 0 -> node.recordRanges(sink);
        case 1 -> {
          node.recordRange(process, new ByteMap(from, List.of()), sink);
          Arrays.fill(expected, from, size, NOBODY);
        }
        case 2 -> {
          Segment copy = Segment.copy(new ByteMap.Part(SOURCE, 0, to - from));
          node.recordRange(process, new ByteMap(from, List.of(copy)), sink);
          Arrays.fill(expected, from, to, -10 - process);
        }
        default -> {
          node.wroteRange(process, from, to, sink);
          Arrays.fill(expected, from, to, process);
        }
      }
    }
    node.recordRanges(sink);

    assertThat(writers(size)).isEqualTo(expected);
  }

  @Property(tries = 20)
  void keepsLimitedNumberOfRangesOfRandomPages(@ForAll Random random) {
    int pages = 100_000;
    long[] expected = new long[pages];
    Arrays.fill(expected, NOBODY);
    NodeRecord node = new NodeRecord(OBJECT);
    records.clear();
    mostMaps = 0;
    for (int i = 0; i < 10_000; i++) {
      int page = random.nextInt(pages);
      long process = 5 + random.nextInt(2);
      node.wroteRange(process, page * 4096L, (page + 1) * 4096L, sink);
      expected[page] = process;
    }
    node.recordRanges(sink);

    long[] found = new long[pages];
    Arrays.fill(found, NOBODY);
    for (ByteOrigin each : origins(pages * 4096L)) {
      int last = (int) ((each.offset() + each.length()) / 4096);
      Arrays.fill(found, (int) (each.offset() / 4096), last, each.writer());
    }
    assertThat(found).isEqualTo(expected);
    assertThat(mostMaps).isEqualTo(WrittenRanges.MAX);
  }

  @Example
  void recordsOneRangeForManyAppends() {
    NodeRecord node = new NodeRecord(OBJECT);
    for (int i = 0; i < 10_000; i++) {
      node.wroteRange(5, i * 10, i * 10 + 10, sink);
    }
    node.recordRanges(sink);

    assertThat(records).hasSize(1);
    assertThat(ByteMap.decode(records.get(0).data()))
        .containsExactly(new ByteMap(0, List.of(Segment.unknown(100_000))));
  }
}
