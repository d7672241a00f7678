// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;

/** Reports random operations of every kind, and waits until they are acknowledged. */
final class RandomReports {
  private static final int DIRECTORIES = 2;
  private static final int FILES = 12;
  private static final int PROCESSES = 5;
  private static final int LONG_DATA = 6_000;

  private final Random random;
  private final List<Long> processes = new ArrayList<>();
  private int started;

  RandomReports(Random random) {
    this.random = random;
  }

  /** Reports operations. Returns after all are durable in the journal. */
  void report(Kernel kernel, int operations) {
    OperationSink sink = kernel.newSink("random", SinkOptions.DEFAULT);
    processes.clear();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(start(sink));
    }
    for (int i = 0; i < operations; i++) {
      reportOne(sink);
      if (random.nextInt(20) == 0) {
        sink.awaitDurable(sink.flush());
      }
    }
    sink.begin();
    sink.position("random", Bytes.of("at " + random.nextInt()));
    sink.awaitDurable(sink.flush());
  }

  private long start(OperationSink sink) {
    started++;
    return sink.process(ProcessDeclaration.of(started, Bytes.of("/bin/p" + started), 0), 0);
  }

  /** Returns every path that may be reported. */
  static List<Bytes> paths() {
    return IntStream.range(0, DIRECTORIES * FILES).mapToObj(RandomReports::path).toList();
  }

  private static Bytes path(int number) {
    return Bytes.of("/d%d/f%d".formatted(number / FILES, number % FILES));
  }

  private Bytes path() {
    return path(random.nextInt(DIRECTORIES * FILES));
  }

  private long file(OperationSink sink) {
    return sink.objectAt(path(), ObjectKind.FILE, 0);
  }

  private void reportOne(OperationSink sink) {
    int slot = random.nextInt(PROCESSES);
    long process = processes.get(slot);
    switch (random.nextInt(16)) {
      case 0 -> sink.cut(Phase.WHOLE, process, file(sink), 0);
      case 1 -> {
        long child = start(sink);
        sink.link(LinkKind.FORK, child, process, 0);
        sink.exit(process, 0, 0);
        processes.set(slot, child);
      }
      case 2 -> sink.rename(process, path(), path(), 0);
      case 3 -> sink.unbind(process, path(), 0);
      case 4 -> sink.derive(file(sink), file(sink), process, 0);
      case 5 -> sink.extend(process, file(sink), "test", data(), 0);
      default -> {
        OperationKind kind = random.nextBoolean() ? OperationKind.READ : OperationKind.WRITE;
        sink.access(kind, Phase.WHOLE, process, file(sink), 1 + random.nextInt(9), 0);
      }
    }
  }

  /** Returns random data, some of it long enough for a file of blobs. */
  private Bytes data() {
    byte[] data = new byte[random.nextInt(4) == 0 ? LONG_DATA : 10];
    random.nextBytes(data);
    return Bytes.copyOf(data);
  }
}
