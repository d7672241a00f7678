// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.self;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;

/** Reports the operations of this process to any sink. One thread. */
final class SelfReporter {
  private static final long NOW = 0;

  private final OperationSink sink;
  private final long self;

  SelfReporter(OperationSink sink, List<String> arguments) {
    this.sink = sink;
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    this.self =
        sink.process(
            new ProcessDeclaration(
                // PID@HOST and the start: repeated declarations mean the same process
                Identities.of("java", runtime.getName(), Long.toString(runtime.getStartTime())),
                ProcessHandle.current().pid(),
                Bytes.of(ProcessHandle.current().info().command().orElse("java")),
                arguments.stream().map(Bytes::of).toList(),
                Bytes.of(System.getProperty("user.dir")),
                runtime.getStartTime() * 1_000_000),
            NOW);
  }

  private long file(Path path) {
    Bytes name = Bytes.of(path.toAbsolutePath().normalize().toString());
    return sink.objectAt(name, ObjectKind.FILE, NOW);
  }

  /** Reports that a file was read; returns it as a source of derivations. */
  long read(Path path, long bytes) {
    long file = file(path);
    sink.access(OperationKind.READ, Phase.WHOLE, self, file, bytes, NOW);
    return file;
  }

  /** Reports that a file was written from the start, so its earlier content is replaced. */
  long wrote(Path path, long bytes) {
    long file = file(path);
    sink.cut(Phase.WHOLE, self, file, NOW);
    sink.access(OperationKind.WRITE, Phase.WHOLE, self, file, bytes, NOW);
    return file;
  }

  /**
   * Reports a new object of a kind that only this program knows.
   *
   * @param scheme the kind, which is the scheme of its name: {@code index://main}
   */
  long made(String scheme, String name, String label) {
    Bytes identity = Identities.of(scheme, name, Long.toString(System.nanoTime()));
    long made =
        sink.object(new ObjectDeclaration(ObjectKind.OTHER, identity, Bytes.of(label)), NOW);
    sink.bind(self, Bytes.of(scheme + "://" + name), made, NOW);
    return made;
  }

  /** Reports that one object was derived from another. */
  void derived(long effect, long cause) {
    sink.derive(effect, cause, self, NOW);
  }

  /** Attaches data to an object, outside the graph. */
  void note(long thing, String type, String text) {
    sink.extend(self, thing, type, Bytes.of(text), NOW);
  }

  /** Waits until everything is on disk. Only then may other programs receive the result. */
  void settle() {
    sink.awaitDurable(sink.flush());
  }
}
