// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/** Feeds random operations to the suppressor and compares its records with all its input. */
class SuppressorProperties {
  private record Key(long process, long object, int mode) {}

  private record Interval(Key key, long first, long last, long count, long bytes) {}

  private record Given(Key key, long lsn, long bytes) {}

  private final class Collected implements IntervalOutput {
    final Map<List<Object>, Interval> intervals = new HashMap<>();
    long operations;
    long records;

    @Override
    public void access(StoredAccess access) {
      OperationKind kind = OperationKind.of(access.kind);
      if (kind == OperationKind.CLOSE) {
        assertThat(lastKinds).containsEntry(List.of(access.process, access.object), kind);
      }
      Key key = new Key(access.process, access.object, kind.mode().code());
      seen.add(List.of(access.process, access.object));
      long first = access.lsn;
      long last = access.isOpen ? Long.MAX_VALUE : first;
      intervals.put(
          List.of(key, first), new Interval(key, first, last, access.operations, access.bytes));
      operations += access.operations;
      records++;
    }

    @Override
    public void interval(StoredAccess ended) {
      Key key = new Key(ended.process, ended.object, ended.kind);
      Interval whole = new Interval(key, ended.firstLsn, ended.lastLsn, ended.count, ended.bytes);
      Interval before = intervals.put(List.of(key, ended.firstLsn), whole);
      assertThat(before).as("start of the interval").isNotNull();
      assertThat(ended.lastLsn)
          .isGreaterThanOrEqualTo(before.last() == Long.MAX_VALUE ? before.first() : before.last());
      assertThat(ended.lastLsn).isBetween(ended.firstLsn, ended.lsn);
      operations += ended.operations;
      records++;
    }
  }

  private static RecordEvent event(
      long process, long object, OperationKind kind, Phase phase, long bytes, boolean keepAll) {
    RecordEvent event = new RecordEvent();
    event.begin(RecordType.ACCESS, 0);
    event.process = process;
    event.object = object;
    event.kind = kind.code();
    event.phase = phase.code();
    event.amount = bytes;
    event.keepAll = keepAll;
    return event;
  }

  private final List<Given> given = new ArrayList<>();
  private final Collected collected = new Collected();
  private final Set<List<Long>> seen = new HashSet<>();

  /** The kind of the last operation of each process on each object. */
  private final Map<List<Long>, OperationKind> lastKinds = new HashMap<>();

  private void run(long seed, int steps, int room, boolean keepAll) {
    given.clear();
    seen.clear();
    collected.intervals.clear();
    collected.operations = 0;
    collected.records = 0;
    Random random = new Random(seed);
    int frameOperations = 1 + random.nextInt(40);
    Suppressor suppressor = new Suppressor(room, collected);
    long offered = 0;
    for (long lsn = 1; lsn <= steps; lsn++) {
      long process = 1 + random.nextInt(4);
      long object = 1 + random.nextInt(4);
      suppressor.setClock(lsn);
      switch (random.nextInt(40)) {
        case 0 -> suppressor.closeProcess(process, lsn, lsn);
        case 1 -> suppressor.closeObject(object, lsn, lsn);
        case 2 -> {
          long before = lsn - random.nextInt(50);
          suppressor.forgetBefore(before);
          suppressor.closeOpenedBefore(before, lsn);
        }
        case 3 -> suppressor.lost(process, lsn);
        default -> {
          OperationKind kind = OperationKind.of(random.nextInt(7));
          lastKinds.put(List.of(process, object), kind);
          long bytes = random.nextInt(100);
          Key key = new Key(process, object, kind.mode().code());
          given.add(new Given(key, lsn, bytes));
          suppressor.access(event(process, object, kind, Phase.WHOLE, bytes, keepAll), lsn, lsn);
          offered++;
        }
      }
      assertThat(suppressor.suppressed() + collected.operations).isEqualTo(offered);
      if (random.nextInt(frameOperations) == 0) {
        suppressor.cover(lsn);
        assertCovered();
      }
    }
    suppressor.closeAll(steps + 1);
    assertThat(suppressor.openIntervals()).isZero();
    assertThat(suppressor.suppressed() + collected.operations).isEqualTo(offered);
    assertThat(collected.records).isLessThanOrEqualTo(offered + Suppressor.ALLOWANCE);
  }

  /** Asserts that a crash after this frame loses no read and no write. */
  private void assertCovered() {
    Map<Key, List<Interval>> stored =
        collected.intervals.values().stream().collect(Collectors.groupingBy(Interval::key));
    for (Given each : given) {
      if (each.key().mode() != AccessMode.TOUCH.code()) {
        assertThat(stored.get(each.key()))
            .anyMatch(i -> each.lsn() >= i.first() && each.lsn() <= i.last());
      }
    }
  }

  @Property(tries = 300)
  void coversEveryContentOperationByExactlyOneInterval(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int steps) {
    run(seed, steps, 16 + (int) (seed & 15), false);
    collected.intervals.values().removeIf(i -> i.key().mode() == AccessMode.TOUCH.code());
    List<Given> touches = new ArrayList<>(given);
    given.removeIf(g -> g.key().mode() == AccessMode.TOUCH.code());
    touches.removeAll(given);
    assertTouchesAreImplied(touches);
    for (Interval interval : collected.intervals.values()) {
      List<Given> inside =
          given.stream()
              .filter(g -> g.key().equals(interval.key()))
              .filter(g -> g.lsn() >= interval.first() && g.lsn() <= interval.last())
              .toList();
      assertThat(inside).hasSize((int) interval.count());
      assertThat(inside.get(0).lsn()).isEqualTo(interval.first());
      assertThat(inside.get(inside.size() - 1).lsn()).isEqualTo(interval.last());
      assertThat(inside.stream().mapToLong(Given::bytes).sum()).isEqualTo(interval.bytes());
    }
    long covered = collected.intervals.values().stream().mapToLong(Interval::count).sum();
    assertThat(covered).isEqualTo(given.size());
  }

  /**
   * Asserts that a record connects each object with each process that opened it. That record may be
   * the open itself.
   */
  private void assertTouchesAreImplied(List<Given> touches) {
    for (Given touch : touches) {
      assertThat(seen).contains(List.of(touch.key().process(), touch.key().object()));
    }
  }

  @Property(tries = 100)
  void storesEveryOperationWhenSuppressionIsOff(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int steps) {
    run(seed, steps, 16, true);
    assertThat(collected.intervals.keySet())
        .containsExactlyInAnyOrderElementsOf(
            given.stream().<List<Object>>map(g -> List.of(g.key(), g.lsn())).toList());
  }

  /** Each read is in a frame of its own, so that a read cannot wait for the next one. */
  @Property(tries = 100)
  void neverWritesMoreRecordsThanOperations(
      @ForAll @IntRange(min = 1, max = 12) int repeats,
      @ForAll @IntRange(min = 1, max = 500) int objects,
      @ForAll boolean inOneFrame) {
    collected.intervals.clear();
    collected.records = 0;
    Suppressor suppressor = new Suppressor(1000, collected);
    long lsn = 0;
    for (int i = 0; i < repeats; i++) {
      for (int object = 1; object <= objects; object++) {
        lsn++;
        RecordEvent read = event(1, object, OperationKind.READ, Phase.WHOLE, 1, false);
        suppressor.access(read, lsn, lsn);
        if (!inOneFrame) {
          suppressor.cover(lsn);
        }
      }
    }
    suppressor.closeProcess(1, lsn, lsn);
    if (inOneFrame || repeats <= 3) {
      assertThat(collected.records)
          .isEqualTo((long) objects * Math.min(repeats, inOneFrame ? 2 : 3));
    }
    assertThat(collected.records)
        .isLessThanOrEqualTo((long) repeats * objects + Suppressor.ALLOWANCE);
  }

  /** No interval ends before the end of a call whose start it saw. */
  @Property(tries = 300)
  void neverEndsAnIntervalBeforeItsCalls(
      @ForAll long seed, @ForAll boolean keepAll, @ForAll @IntRange(min = 1, max = 300) int steps) {
    collected.intervals.clear();
    Random random = new Random(seed);
    Suppressor suppressor = new Suppressor(64, collected);
    Map<Key, List<long[]>> calls = new HashMap<>();
    Map<Key, Long> begun = new HashMap<>();
    for (long lsn = 1; lsn <= steps; lsn++) {
      long process = 1 + random.nextInt(3);
      long object = 1 + random.nextInt(3);
      OperationKind kind = random.nextBoolean() ? OperationKind.READ : OperationKind.WRITE;
      Key key = new Key(process, object, kind.mode().code());
      if (random.nextInt(8) == 0) {
        suppressor.closeObject(object, lsn, lsn);
        continue;
      }
      if (random.nextInt(8) == 0) {
        suppressor.access(event(process, object, kind, Phase.WHOLE, 1, keepAll), lsn, lsn);
        suppressor.cover(lsn);
        continue;
      }
      Long begin = begun.remove(key);
      Phase phase = begin == null ? Phase.BEGIN : Phase.END;
      suppressor.access(event(process, object, kind, phase, 1, keepAll), lsn, lsn);
      if (begin == null) {
        begun.put(key, lsn);
      } else {
        calls.computeIfAbsent(key, k -> new ArrayList<>()).add(new long[] {begin, lsn});
      }
    }
    begun.forEach(
        (key, lsn) ->
            calls
                .computeIfAbsent(key, k -> new ArrayList<>())
                .add(new long[] {lsn, Long.MAX_VALUE}));
    suppressor.closeAll(steps + 1);
    calls.forEach((key, spans) -> spans.forEach(span -> assertCovered(key, span[0], span[1])));
  }

  /** Asserts that the intervals of a key cover a call without a hole. Cuts may have split them. */
  private void assertCovered(Key key, long begin, long end) {
    long reached = begin;
    boolean extended = true;
    while (extended && reached < end) {
      extended = false;
      for (Interval interval : collected.intervals.values()) {
        boolean joins = interval.key().equals(key) && interval.first() <= reached;
        if (joins && interval.last() > reached) {
          reached = interval.last();
          extended = true;
        }
      }
    }
    assertThat(reached).as("%s from %d to %d", key, begin, end).isGreaterThanOrEqualTo(end);
  }

  @Property(tries = 50)
  void distinguishesModes(@ForAll @IntRange(min = 0, max = AccessMode.COUNT - 1) int mode) {
    assertThat(AccessMode.of(mode).code()).isEqualTo(mode);
    assertThat(AccessMode.of(mode).bit()).isEqualTo(1 << mode);
  }
}
