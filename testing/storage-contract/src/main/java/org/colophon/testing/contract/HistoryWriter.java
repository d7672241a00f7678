// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.jspecify.annotations.Nullable;

/** Draws the records of a {@link RandomHistory}. */
final class HistoryWriter {
  private record BegunInterval(AccessMode mode, long process, long object, long begin) {}

  private static final String[] PARTS = {"a", "b", "c", "a.b", "d"};
  private static final int MAX_DEPTH = 3;

  /** The causes that sources report. Only retention reports PRUNED. */
  private static final GapCause[] CAUSES = causesOfSources();

  private final Random random;
  private final RandomHistory.Style style;
  private final RecordBatchBuilder builder = new RecordBatchBuilder();
  private final List<byte[]> batches = new ArrayList<>();
  private final Set<Bytes> paths = new TreeSet<>();
  private final List<BegunInterval> begun = new ArrayList<>();
  private @Nullable BegunInterval latest;
  private long processes;
  private long objects;
  private boolean isDirty;

  HistoryWriter(Random random, RandomHistory.Style style) {
    this.random = random;
    this.style = style;
    paths.add(Bytes.of("/"));
  }

  private static GapCause[] causesOfSources() {
    EnumSet<GapCause> causes = EnumSet.complementOf(EnumSet.of(GapCause.PRUNED));
    return causes.toArray(GapCause[]::new);
  }

  List<byte[]> batches() {
    return batches;
  }

  Set<Bytes> paths() {
    return paths;
  }

  long lastLsn() {
    return builder.lastLsn();
  }

  long maxId() {
    return Math.max(processes, objects);
  }

  void write(int records) {
    for (int i = 0; i < records; i++) {
      nextLsn();
      if (style == RandomHistory.Style.NAMES) {
        writeName();
      } else {
        writeAny();
      }
      isDirty = true;
      if (random.nextInt(8) == 0) {
        cutBatch();
      }
    }
    cutBatch();
  }

  private void cutBatch() {
    if (isDirty) {
      batches.add(builder.buildFrame());
      isDirty = false;
    }
  }

  /**
   * Chooses the next LSN, sometimes after a gap, and its time. Operations have one LSN each; other
   * records may share one.
   */
  private void nextLsn() {
    if (random.nextInt(4) == 0) {
      builder.at(builder.lastLsn() + 1 + random.nextInt(5));
    }
    switch (random.nextInt(8)) {
      case 0 -> builder.time(0);
      case 1, 2 -> builder.time(RandomHistory.anyTime(random));
      default -> builder.time(-1);
    }
  }

  private boolean maybeShareLsn() {
    boolean isShared = isDirty && random.nextInt(5) == 0;
    if (isShared) {
      builder.same();
    }
    return isShared;
  }

  private long anyProcess() {
    return processes == 0 ? 0 : 1 + random.nextInt((int) processes);
  }

  private long anyObject() {
    return objects == 0 ? 0 : 1 + random.nextInt((int) objects);
  }

  private void writeAny() {
    if (processes == 0 || random.nextInt(20) == 0) {
      writeProcess(processes + 1);
    } else if (objects == 0 || random.nextInt(20) == 0) {
      writeObject(objects + 1);
    } else {
      switch (random.nextInt(16)) {
        case 0 -> writeName();
        case 1 -> builder.link(pick(LinkKind.values()), anyProcess(), anyProcess());
        case 2 -> builder.derivation(anyObject(), anyObject(), anyProcess() - 1);
        case 3 -> builder.cut(anyProcess(), anyObject(), Math.max(1, builder.lastLsn() - 3));
        case 4 -> writeRare();
        default -> writeOperation();
      }
    }
  }

  private void writeProcess(long id) {
    processes = Math.max(processes, id);
    Bytes identity = Bytes.of(random.nextInt(4) == 0 ? "" : "p" + id);
    List<Bytes> arguments = random.nextBoolean() ? List.of() : List.of(anyPath(), Bytes.EMPTY);
    builder.process(
        id,
        new ProcessDeclaration(
            identity, id % 3, anyPath(), arguments, anyPath(), random.nextInt(1 << 30)));
  }

  private void writeObject(long id) {
    objects = Math.max(objects, id);
    Bytes identity = Bytes.of(random.nextInt(4) == 0 ? "" : "o" + id);
    builder.object(
        id, new ObjectDeclaration(pick(ObjectKind.values()), identity, Bytes.of("label" + id)));
  }

  private void writeRare() {
    switch (random.nextInt(6)) {
      case 0 -> builder.exit(anyProcess(), random.nextInt(300) - 1);
      case 1 -> builder.snapshot("s" + builder.lastLsn());
      case 2 -> builder.gap(anyProcess() - 1, pick(CAUSES), 1 + random.nextInt(9));
      case 3 -> builder.extended(anyProcess() - 1, anyObject(), "text/patch", anyPath());
      case 4 -> writeObject(anyObject());
      default -> writeProcess(anyProcess());
    }
  }

  private void writeOperation() {
    if (style == RandomHistory.Style.SUPPRESSED && !begun.isEmpty() && random.nextInt(3) == 0) {
      writeInterval(begun.get(random.nextInt(begun.size())));
      return;
    }
    OperationKind kind = pick(OperationKind.values());
    long process = anyProcess();
    long object = anyObject();
    if (style == RandomHistory.Style.SUPPRESSED && random.nextInt(4) != 0) {
      builder.open(kind, process, object, random.nextInt(1000));
    } else {
      int repeat = 1 + random.nextInt(5);
      for (int i = 0; i < repeat; i++) {
        builder.access(kind, process, object, 4096);
      }
    }
    latest = new BegunInterval(kind.mode(), process, object, builder.lastLsn());
    begun.add(latest);
  }

  /**
   * Writes the extent of an interval, which an open or a complete access began. It may be written
   * again, with a later end or still open. No interval ends with an operation that began another
   * one.
   */
  private void writeInterval(BegunInterval interval) {
    BegunInterval newest = Objects.requireNonNull(latest);
    long lastLsn = builder.lastLsn();
    boolean isTaken =
        !newest.equals(interval)
            && newest.equals(
                new BegunInterval(interval.mode, interval.process, interval.object, lastLsn));
    long end = isTaken || random.nextInt(8) == 0 ? Lsn.OPEN : lastLsn;
    builder.interval(
        interval.mode,
        interval.process,
        interval.object,
        interval.begin,
        Math.max(end, interval.begin),
        1 + random.nextInt(5),
        5000);
    if (random.nextInt(4) != 0) {
      begun.remove(interval);
    }
  }

  private void writeName() {
    maybeShareLsn();
    if (objects == 0) {
      objects = 3;
    }
    switch (random.nextInt(8)) {
      case 0 -> builder.unbind(0, 0, anyPath());
      case 1, 2 -> builder.rename(0, random.nextInt(2) * anyObject(), anyPath(), anyPath());
      case 3 -> builder.exchange(0, anyPath(), anyPath());
      default -> builder.bind(0, anyObject(), anyPath());
    }
  }

  private Bytes anyPath() {
    Bytes path = Bytes.EMPTY;
    int depth = 1 + random.nextInt(MAX_DEPTH);
    for (int i = 0; i < depth; i++) {
      path = path.concat(Bytes.of("/" + pick(PARTS)));
      paths.add(path);
    }
    return path;
  }

  private <T> T pick(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
