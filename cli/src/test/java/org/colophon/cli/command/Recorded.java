// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/** Small histories for tests. */
final class Recorded {
  private static final long NANOS = 1_700_000_000_000_000_000L;

  private Recorded() {}

  /** Records a program that reads a source and a system header, and writes an object file. */
  static void compile(OperationSink sink, String source, String target) {
    long cc = program(sink, "/usr/bin/cc", 100);
    read(sink, cc, source);
    read(sink, cc, "/usr/include/stdio.h");
    write(sink, cc, target);
    sink.exit(cc, 0, NANOS);
  }

  static void copy(OperationSink sink, Bytes source, Bytes target) {
    long cp = program(sink, "/bin/cp", 200);
    sink.access(OperationKind.READ, Phase.WHOLE, cp, file(sink, source), 7, NANOS);
    sink.access(OperationKind.WRITE, Phase.WHOLE, cp, file(sink, target), 7, NANOS);
    sink.exit(cp, 0, NANOS);
  }

  /** Does the same as {@link #copy}, but truncates the target first. */
  static void overwrite(OperationSink sink, Bytes source, Bytes target) {
    long cat = program(sink, "/bin/cat", 400);
    sink.access(OperationKind.READ, Phase.WHOLE, cat, file(sink, source), 7, NANOS);
    sink.cut(Phase.WHOLE, cat, file(sink, target), NANOS);
    sink.access(OperationKind.WRITE, Phase.WHOLE, cat, file(sink, target), 7, NANOS);
    sink.exit(cat, 0, NANOS);
  }

  /** Records a process with a gap. */
  static void lose(OperationSink sink, String target) {
    long seen = program(sink, "/bin/ring", 300);
    sink.gap(seen, GapCause.IO_URING, 3, NANOS);
    write(sink, seen, target);
  }

  static void attach(OperationSink sink, String path, String type, String data) {
    long object = file(sink, Bytes.of(path));
    sink.extend(0, object, type, Bytes.of(data), NANOS);
  }

  private static long program(OperationSink sink, String path, long pid) {
    return sink.process(ProcessDeclaration.of(pid, Bytes.of(path), NANOS), NANOS);
  }

  private static void read(OperationSink sink, long process, String path) {
    long object = file(sink, Bytes.of(path));
    sink.access(OperationKind.READ, Phase.WHOLE, process, object, 10, NANOS);
  }

  private static void write(OperationSink sink, long process, String path) {
    long object = file(sink, Bytes.of(path));
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 10, NANOS);
  }

  private static long file(OperationSink sink, Bytes path) {
    return sink.objectAt(path, ObjectKind.FILE, NANOS);
  }
}
