// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.ErrorType;
import org.colophon.core.model.Bytes;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.EventTranslator;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.http.Problem.BadLine;
import org.colophon.service.line.BadLineException;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationApplier;
import org.colophon.service.line.OperationLine;
import org.colophon.service.line.UnitHandler;
import org.colophon.service.sink.CountingSink;

/** Applies requests with operations. Any thread; each request borrows a sink. */
public record Ingester(SinkPool sinks, int maxLineBytes) {
  private static final int MAX_PROBLEMS = 100;

  /**
   * Applies the valid lines, and waits until they are durable.
   *
   * @throws IOException if the request ends before its body; earlier lines may be recorded
   */
  public IngestResult ingest(InputStream body, SinkOptions options) throws IOException {
    CountingSink sink = sinks.borrow("http", options);
    OperationApplier applier = new OperationApplier(sink, UnitHandler.NONE, sink::refuse);
    Run run = new Run(applier, sink, maxLineBytes);
    try {
      run.all(body);
    } finally {
      sink.flush(); // earlier lines are published, and the sink can be reused
    }
    long lsn = sink.flush();
    sink.awaitDurable(lsn);
    sinks.giveBack(options, sink);
    long ownLsn = run.accepted == 0 ? 0 : lsn;
    return new IngestResult(
        run.accepted, run.refused, ownLsn, run.problems, applier.processes(), applier.objects());
  }

  /**
   * Applies an event of another system, and waits until it is durable.
   *
   * @throws ColophonException BAD_REQUEST if the event is malformed; then nothing is recorded
   */
  public void translate(Bytes event, EventTranslator translator) {
    CountingSink sink = sinks.borrow(translator.name(), SinkOptions.DEFAULT);
    try {
      translator.translate(event, sink);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) {
        throw e;
      }
      sinks.giveBack(SinkOptions.DEFAULT, sink); // nothing was reported
      throw ErrorCode.BAD_REQUEST.exception(e.getMessage(), e);
    }
    sink.awaitDurable(sink.flush());
    sinks.giveBack(SinkOptions.DEFAULT, sink);
  }

  /** State of a single request. */
  private static final class Run {
    private final OperationApplier applier;
    private final OperationSink sink;
    private final int maxLineBytes;
    private final List<BadLine> problems = new ArrayList<>();
    private long number;
    private long accepted;
    private long refused;

    Run(OperationApplier applier, OperationSink sink, int maxLineBytes) {
      this.applier = applier;
      this.sink = sink;
      this.maxLineBytes = maxLineBytes;
    }

    void all(InputStream body) throws IOException {
      LineSource lines = new LineSource(body, maxLineBytes);
      OperationLine line = new OperationLine();
      while (lines.read(line) >= 0) {
        number++;
        if (line.malformed != null) {
          refuse(line.malformed);
        } else if (!line.isBlank) {
          one(line);
        }
      }
    }

    private void one(OperationLine line) {
      try {
        applier.apply(line);
        accepted++;
      } catch (BadLineException e) {
        refuse(e.getMessage());
      } catch (ColophonException e) {
        // A failed kernel or a full disk would affect every further line.
        if (e.code().type() != ErrorType.USER || e.code() == ErrorCode.KERNEL_CLOSED) {
          throw e;
        }
        refuse(e.getMessage());
      }
    }

    private void refuse(String problem) {
      refused++;
      sink.refuse("line " + number, problem);
      if (problems.size() < MAX_PROBLEMS) {
        problems.add(new BadLine(number, problem, null));
      }
    }
  }
}
