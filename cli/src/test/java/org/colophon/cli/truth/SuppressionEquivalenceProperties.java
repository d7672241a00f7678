// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;

/**
 * Records the same random history with and without suppression. Suppression may make a lineage
 * larger where an interval hides the order, but never smaller. If every process reads before it
 * writes, intervals are exact and the answers are equal.
 */
class SuppressionEquivalenceProperties {
  private static final int PROCESSES = 6;
  private static final int OBJECTS = 8;

  private Path directory;

  @BeforeProperty
  void create() throws IOException {
    directory = Files.createTempDirectory("truth");
  }

  @AfterProperty
  void delete() throws IOException {
    FileTree.delete(directory);
  }

  private final List<Long> objects = new ArrayList<>();
  private final List<Long> processes = new ArrayList<>();

  private void declare(OperationSink sink) {
    objects.clear();
    processes.clear();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(sink.process(ProcessDeclaration.of(i + 1, Bytes.of("/bin/p" + i), 0), 0));
    }
    for (int i = 0; i < OBJECTS; i++) {
      objects.add(sink.object(ObjectDeclaration.of(ObjectKind.FILE), 0));
    }
  }

  private void anything(OperationSink sink, long seed, int steps) {
    Random random = new Random(seed);
    declare(sink);
    for (int i = 0; i < steps; i++) {
      int slot = random.nextInt(PROCESSES);
      long process = processes.get(slot);
      long object = objects.get(random.nextInt(OBJECTS));
      switch (random.nextInt(24)) {
        case 0 -> sink.cut(Phase.WHOLE, process, object, 0);
        case 1 -> {
          long child = sink.process(ProcessDeclaration.of(99, Bytes.of("/bin/c"), 0), 0);
          sink.link(LinkKind.FORK, child, process, 0);
          sink.exit(process, 0, 0);
          processes.set(slot, child);
        }
        case 2, 3 -> sink.access(OperationKind.CLOSE, Phase.WHOLE, process, object, 0, 0);
        case 4 -> sink.access(OperationKind.WRITE, Phase.BEGIN, process, object, 0, 0);
        case 5 -> sink.access(OperationKind.WRITE, Phase.END, process, object, 1, 0);
        case 6, 7, 8 -> sink.flush(); // ends a frame
        default -> {
          OperationKind kind = random.nextBoolean() ? OperationKind.READ : OperationKind.WRITE;
          sink.access(kind, Phase.WHOLE, process, object, 1, 0);
        }
      }
    }
    sink.flush();
  }

  /**
   * Records processes that each read some objects several times, then write some objects, and then
   * end.
   */
  private void readThenWrite(OperationSink sink, long seed, int steps) {
    Random random = new Random(seed);
    declare(sink);
    for (int i = 0; i < steps; i++) {
      long process = sink.process(ProcessDeclaration.of(i, Bytes.of("/bin/s"), 0), 0);
      for (int j = random.nextInt(10); j > 0; j--) {
        long object = objects.get(random.nextInt(OBJECTS / 2));
        sink.access(OperationKind.READ, Phase.WHOLE, process, object, 1, 0);
        if (random.nextInt(4) == 0) {
          sink.flush(); // ends a frame
        }
      }
      for (int j = random.nextInt(10); j > 0; j--) {
        long object = objects.get(OBJECTS / 2 + random.nextInt(OBJECTS / 2));
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 1, 0);
      }
      sink.exit(process, 0, 0);
      long copier = sink.process(ProcessDeclaration.of(i, Bytes.of("/bin/m"), 0), 0);
      long from = objects.get(OBJECTS / 2 + random.nextInt(OBJECTS / 2));
      long to = objects.get(random.nextInt(OBJECTS / 2));
      sink.cut(Phase.WHOLE, copier, to, 0);
      sink.access(OperationKind.READ, Phase.WHOLE, copier, from, 1, 0);
      sink.access(OperationKind.WRITE, Phase.WHOLE, copier, to, 1, 0);
      sink.exit(copier, 0, 0);
    }
    sink.flush();
  }

  private interface History {
    void report(OperationSink sink, long seed, int steps);
  }

  private interface Check {
    void check(Set<Long> suppressed, Set<Long> kept);
  }

  /** Loses some processes. Then the others continue. */
  private void loseSome(OperationSink sink, long seed) {
    Random random = new Random(seed);
    List<Long> watched = new ArrayList<>();
    for (long process : processes) {
      if (random.nextBoolean()) {
        sink.gap(process, GapCause.LOST_SIGHT, 1, 0);
      } else {
        watched.add(process);
      }
    }
    for (long process : watched) {
      for (int i = 0; i < OBJECTS; i++) {
        OperationKind kind = random.nextBoolean() ? OperationKind.READ : OperationKind.WRITE;
        sink.access(kind, Phase.WHOLE, process, objects.get(random.nextInt(OBJECTS)), 1, 0);
      }
    }
    sink.flush();
  }

  /**
   * Compares the losses that lineages cross. The recordings end while files are open. Some
   * processes are lost before the end, or after it as if their recorder had been killed.
   */
  @Property(tries = 12)
  void suppressionHidesNoLoss(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 150) int steps, @ForAll boolean isAfter) {
    Map<String, Set<Long>> kept = losses(true, seed, steps, isAfter);
    Map<String, Set<Long>> suppressed = losses(false, seed, steps, isAfter);
    kept.forEach((lineage, lost) -> assertThat(suppressed.get(lineage)).containsAll(lost));
  }

  /** The recorder of a process ends. Later the process counts as lost. */
  @Property(tries = 2)
  void countsFileAsInUseUntilItsClose(@ForAll boolean keepAll) {
    Path store = directory.resolve("u" + System.nanoTime());
    try (TruthStore recording = new TruthStore(store, "rocksdb", 16)) {
      OperationSink sink = recording.newSink(keepAll);
      declare(sink);
      for (int i = 0; i < 2; i++) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, processes.get(0), objects.get(i), 1, 0);
      }
      sink.access(OperationKind.CLOSE, Phase.WHOLE, processes.get(0), objects.get(1), 0, 0);
      sink.flush();
    }
    try (TruthStore opened = new TruthStore(store, "rocksdb", 16)) {
      OperationSink sink = opened.newSink(keepAll);
      sink.gap(processes.get(0), GapCause.LOST_SIGHT, 1, 0);
      sink.flush();
      LineageReader reader = opened.reader();
      assertThat(TruthStore.lost(reader, objects.get(0), Direction.ANCESTORS))
          .containsExactly(processes.get(0));
      assertThat(TruthStore.lost(reader, objects.get(1), Direction.ANCESTORS)).isEmpty();
    }
  }

  /** Returns the lost processes of each lineage. */
  private Map<String, Set<Long>> losses(boolean keepAll, long seed, int steps, boolean isAfter) {
    Path store = directory.resolve("l" + System.nanoTime());
    try (TruthStore recording = new TruthStore(store, "rocksdb", 16)) {
      anything(recording.newSink(keepAll), seed, steps);
      if (!isAfter) {
        loseSome(recording.newSink(keepAll), seed);
      }
    }
    Map<String, Set<Long>> losses = new TreeMap<>();
    try (TruthStore opened = new TruthStore(store, "rocksdb", 16)) {
      if (isAfter) {
        loseSome(opened.newSink(keepAll), seed);
      }
      LineageReader reader = opened.reader();
      for (Direction direction : Direction.values()) {
        for (long object : objects) {
          losses.put(direction + " " + object, TruthStore.lost(reader, object, direction));
        }
      }
    }
    return losses;
  }

  private void compare(History history, long seed, int steps, Check check) {
    Path one = directory.resolve("s" + Math.abs(seed) + "-" + steps + "-" + System.nanoTime());
    Path other = directory.resolve("k" + Math.abs(seed) + "-" + steps + "-" + System.nanoTime());
    try (TruthStore suppressed = new TruthStore(one, "memory", 16);
        TruthStore kept = new TruthStore(other, "memory", 16)) {
      history.report(suppressed.newSink(false), seed, steps);
      history.report(kept.newSink(true), seed, steps);
      LineageReader few = suppressed.reader();
      LineageReader all = kept.reader();
      for (Direction direction : Direction.values()) {
        for (long object : objects) {
          check.check(
              TruthStore.related(few, object, Lsn.LATEST, direction, true),
              TruthStore.related(all, object, Lsn.LATEST, direction, true));
        }
      }
    }
  }

  @Property(tries = 20)
  void suppressionNeverMakesLineageSmaller(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 150) int steps) {
    compare(
        this::anything,
        seed,
        steps,
        (suppressed, kept) -> assertThat(suppressed).containsAll(kept));
  }

  @Property(tries = 15)
  void suppressionChangesNothingIfIntervalsAreExact(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int steps) {
    compare(
        this::readThenWrite,
        seed,
        steps,
        (suppressed, kept) -> assertThat(suppressed).isEqualTo(kept));
  }
}
