// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.error.IoFailure;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.service.line.BadLineException;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationApplier;
import org.colophon.service.line.OperationLine;
import org.colophon.service.line.UnitHandler;

/**
 * Reports a recording of the outbox, and deletes its file when all is durable. Each unit of lines
 * has a position, so that a repetition after a crash records no line twice.
 */
final class OutboxReporter implements Reporter {
  private static final int MAX_LINE_BYTES = 64 << 20;
  private static final int UNIT_LINES = 500;
  private static final int UNIT_BYTES = 1 << 20;
  private static final Set<String> DECLARATIONS = Set.of("process", "object", "resolve");

  private final Path file;
  private final InputStream content;
  private final OutboxFile.Head head;
  private volatile boolean isStopped;
  private volatile boolean isComplete;

  private OutboxReporter(Path file, InputStream content, OutboxFile.Head head) {
    this.file = file;
    this.content = content;
    this.head = head;
  }

  /**
   * Reads the head of a file. Returns nothing if the recording ended before the head.
   *
   * @param channel the open file
   */
  static Optional<OutboxReporter> of(Path file, FileChannel channel) throws IOException {
    InputStream content = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = content.read();
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = content.read();
    }
    return next < 0
        ? Optional.empty()
        : Optional.of(
            new OutboxReporter(
                file, content, OutboxFile.Head.parse(line.toString(StandardCharsets.UTF_8))));
  }

  /** Returns the name of the recording's reporter. */
  String name() {
    return head.reporter();
  }

  SinkOptions options() {
    CaptureRules rules = CaptureRules.of(head.include(), head.exclude());
    return new SinkOptions(head.keepAll(), OverloadPolicy.BLOCK, rules);
  }

  /** Returns whether the whole recording is stored. */
  boolean isComplete() {
    return isComplete;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    String source = "outbox/" + file.getFileName();
    long done = number(context.position(source));
    try {
      if (report(sink, source, done)) {
        sink.awaitDurable(sink.flush());
        Files.delete(file);
        end(sink, source, Bytes.EMPTY);
        sink.flush();
        isComplete = true;
      }
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /** Reports the lines after a line. Returns false if it was stopped. */
  private boolean report(OperationSink sink, String source, long done) throws IOException {
    OperationApplier applier = new OperationApplier(sink, UnitHandler.NONE, sink::refuse);
    LineSource lines = new LineSource(content, MAX_LINE_BYTES);
    OperationLine line = new OperationLine();
    long number = 0;
    long begun = 0;
    int bytes = 0;
    boolean isEnded = false;
    for (int length = lines.read(line); length >= 0; length = lines.read(line)) {
      number++;
      isEnded = line.isBlank;
      if (number <= done) {
        declare(applier, line);
        continue;
      }
      if (begun == 0) {
        sink.begin();
        begun = number;
      }
      apply(applier, sink, line, number);
      bytes += length;
      if (number - begun >= UNIT_LINES || bytes > UNIT_BYTES) {
        sink.position(source, position(number));
        begun = 0;
        bytes = 0;
        if (isStopped) {
          return false;
        }
      }
    }
    if (!isEnded) {
      sink.gap(0, GapCause.LOST_SIGHT, 1, 0);
    }
    if (begun > 0) {
      sink.position(source, position(number));
    }
    return true;
  }

  /** Applies a line that is stored already: later lines may use the id that it declares. */
  private static void declare(OperationApplier applier, OperationLine line) {
    if (line.malformed == null && line.id != null && DECLARATIONS.contains(line.op)) {
      applier.apply(line);
    }
  }

  private static void apply(
      OperationApplier applier, OperationSink sink, OperationLine line, long number) {
    if (line.malformed != null) {
      sink.refuse("line " + number, line.malformed);
    } else if (!line.isBlank) {
      try {
        applier.apply(line);
      } catch (BadLineException e) {
        sink.refuse("line " + number, e.getMessage());
      }
    }
  }

  private static void end(OperationSink sink, String source, Bytes position) {
    sink.begin();
    sink.position(source, position);
  }

  private static Bytes position(long number) {
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  private static long number(Bytes position) {
    return position.isEmpty() ? 0 : ByteBuffer.wrap(position.toArray()).getLong();
  }

  @Override
  public void stop() {
    isStopped = true;
  }

  @Override
  public boolean blocksTracedPrograms() {
    return false;
  }
}
