// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.self;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Reports the operations of this process to a sink. Repeated construction means the same process.
 *
 * <p>Call a method after the operation that it reports. The returned ids are ids of the sink. One
 * thread at a time. All methods throw the sink's {@link
 * org.colophon.core.error.ColophonException}s.
 */
public final class SelfReporter {
  private static final long NOW = 0;

  private final OperationSink sink;
  private final long self;

  /**
   * Declares this process.
   *
   * @param arguments the program's arguments, with its name as the first
   */
  public SelfReporter(OperationSink sink, List<String> arguments) {
    this.sink = sink;
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    this.self =
        sink.process(
            new ProcessDeclaration(
                // PID@HOST and the start
                Identities.of("java", runtime.getName(), Long.toString(runtime.getStartTime())),
                ProcessHandle.current().pid(),
                Bytes.of(ProcessHandle.current().info().command().orElse("java")),
                arguments.stream().map(Bytes::of).toList(),
                Bytes.of(System.getProperty("user.dir")),
                runtime.getStartTime() * 1_000_000),
            NOW);
  }

  /** Returns the id of this process, for operations that this class does not have. */
  public long self() {
    return self;
  }

  private long file(Path path) {
    Bytes name = Bytes.of(path.toAbsolutePath().normalize().toString());
    return sink.objectAt(name, ObjectKind.FILE, NOW);
  }

  /**
   * Reports that a file was read.
   *
   * @param bytes number of bytes that were read
   * @return the id of the file
   */
  public long read(Path path, long bytes) {
    long file = file(path);
    sink.access(OperationKind.READ, Phase.WHOLE, self, file, bytes, NOW);
    return file;
  }

  /**
   * Reports that a file was written from its start, so its earlier content is replaced.
   *
   * @param bytes number of bytes that were written
   * @return the id of the file
   */
  public long replace(Path path, long bytes) {
    long file = file(path);
    sink.cut(Phase.WHOLE, self, file, NOW);
    sink.access(OperationKind.WRITE, Phase.WHOLE, self, file, bytes, NOW);
    return file;
  }

  /**
   * Reports a new object of a kind that only this program defines, such as {@code index://words}.
   *
   * @param scheme the kind, which is the scheme of the object's name
   * @param name the rest of the name after {@code ://}; a later object may have the same name
   * @param label a description for people
   * @return the id of the object
   */
  public long create(String scheme, String name, String label) {
    Bytes identity = Identities.of(scheme, name, UUID.randomUUID().toString());
    long made =
        sink.object(new ObjectDeclaration(ObjectKind.OTHER, identity, Bytes.of(label)), NOW);
    sink.bind(self, Bytes.of(scheme + "://" + name), made, NOW);
    return made;
  }

  /** Reports that this process derived one object from another. */
  public void derive(long effect, long cause) {
    sink.derive(effect, cause, self, NOW);
  }

  /**
   * Attaches data to an object, outside the graph.
   *
   * @param type type of the data, such as {@code text/plain}
   */
  public void annotate(long object, String type, String text) {
    sink.extend(self, object, type, Bytes.of(text), NOW);
  }

  /**
   * Waits until everything that was reported is on disk. Call this before other programs receive a
   * result.
   */
  public void awaitDurable() {
    sink.awaitDurable(sink.flush());
  }
}
