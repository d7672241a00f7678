// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many concurrent processes, each reported by a separate thread. Whatever their order in the ring,
 * each answer must equal that of a replay of the stored operations.
 */
@Timeout(300)
class ManyReportersStress {
  private static final int THREADS = 4;
  private static final int OBJECTS = 30;
  private static final int STEPS = 400;

  @TempDir Path temp;

  private record Operation(long lsn, boolean write, long process, long object) {}

  private static void report(OperationSink sink, List<Long> objects, long seed) {
    Random random = new Random(seed);
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/p"), 0), 0);
    for (int i = 0; i < STEPS; i++) {
      long object = objects.get(random.nextInt(OBJECTS));
      boolean write = random.nextInt(4) == 0;
      OperationKind kind = write ? OperationKind.WRITE : OperationKind.READ;
      sink.access(kind, Phase.WHOLE, process, object, 1, 0);
      if (random.nextInt(20) == 0) {
        sink.exit(process, 0, 0);
        process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/p"), 0), 0);
      }
      if (random.nextInt(5) == 0) {
        sink.flush();
      }
    }
    sink.flush();
  }

  /** Replays operations in LSN order. Returns the contents of each object as sets. */
  private static Map<Long, Set<Long>> replay(List<Operation> operations) {
    Map<Long, Set<Long>> contents = new HashMap<>();
    Map<Long, Set<Long>> memories = new HashMap<>();
    for (Operation operation : operations) {
      Set<Long> content =
          contents.computeIfAbsent(operation.object(), object -> new HashSet<>(Set.of(object)));
      Set<Long> memory = memories.computeIfAbsent(operation.process(), p -> new HashSet<>());
      if (operation.write()) {
        content.addAll(memory);
      } else {
        memory.addAll(content);
      }
    }
    return contents;
  }

  @Test
  void returnsTheAnswersOfAReplay() throws Exception {
    long seed = System.nanoTime();
    try (TruthStore store = new TruthStore(temp, "memory", 1024)) {
      OperationSink own = store.newSink(true);
      List<Long> objects = new ArrayList<>();
      for (int i = 0; i < OBJECTS; i++) {
        objects.add(own.object(ObjectDeclaration.of(ObjectKind.FILE), 0));
      }
      own.flush();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        OperationSink sink = store.newSink(true);
        long threadSeed = seed + i;
        Thread thread = new Thread(() -> report(sink, objects, threadSeed));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      LineageReader reader = store.reader();
      Map<Long, Set<Long>> truth = replay(stored(reader, objects));
      for (long object : objects) {
        Set<Long> expected = new TreeSet<>(truth.getOrDefault(object, Set.of()));
        expected.remove(object);
        assertThat(TruthStore.related(reader, object, Lsn.LATEST, Direction.ANCESTORS, true))
            .as("object %d, seed %d", object, seed)
            .isEqualTo(expected);
      }
    }
  }

  private static List<Operation> stored(LineageReader reader, List<Long> objects) {
    List<Operation> operations = new ArrayList<>();
    for (long object : objects) {
      reader.operations(
          0,
          object,
          (lsn, kind, process, accessed, bytes, nanos) ->
              operations.add(
                  new Operation(lsn, kind.mode() == AccessMode.WRITE, process, accessed)));
    }
    operations.sort((a, b) -> Long.compare(a.lsn(), b.lsn()));
    assertThat(operations).hasSize(THREADS * STEPS);
    return operations;
  }
}
