package org.colophon.benchmarks.retention;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/** Processes as a C compiler's: each reads its source and twenty headers, and writes an object. */
final class Builds {
  private static final int HEADERS = 20;

  /** Facts of a build: reads of its headers and its source, a write, and a name. */
  static final int FACTS = HEADERS + 3;

  private static final int KNOWN_HEADERS = 1000;

  private final OperationSink sink;
  private long next;

  /** Builds with numbers from a first one on; for one thread. */
  Builds(OperationSink sink, long first) {
    this.sink = sink;
    this.next = first;
  }

  /** Reports one build as of a time, nanoseconds since 1970. */
  void report(long timeNanos) {
    long number = next++;
    long process = sink.process(process(number), timeNanos);
    for (int i = 0; i < HEADERS; i++) {
      long header = (number * 7 + i * 13L) % KNOWN_HEADERS;
      read(process, Bytes.of("/usr/include/h" + header + ".h"), timeNanos);
    }
    read(process, Bytes.of("/src/m" + number % 5000 + ".c"), timeNanos);
    long result = sink.objectAt(result(number), ObjectKind.FILE, timeNanos);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, result, 10_000, timeNanos);
    sink.exit(process, 0, timeNanos);
  }

  private static ProcessDeclaration process(long number) {
    return new ProcessDeclaration(
        Bytes.of("build " + number),
        number,
        Bytes.of("/usr/bin/cc1"),
        List.of(Bytes.of("cc1"), Bytes.of("m" + number + ".c")),
        Bytes.of("/src"),
        0);
  }

  private void read(long process, Bytes path, long timeNanos) {
    long object = sink.objectAt(path, ObjectKind.FILE, timeNanos);
    sink.access(OperationKind.READ, Phase.WHOLE, process, object, 4096, timeNanos);
  }

  /** The name of what a build wrote: a hundred directories of them. */
  static Bytes result(long number) {
    return Bytes.of("/out/" + number % 100 + "/o" + number + ".o");
  }
}
