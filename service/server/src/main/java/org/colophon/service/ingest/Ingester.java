package org.colophon.service.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.ErrorType;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.service.http.Problem.BadLine;
import org.colophon.service.line.BadLineException;
import org.colophon.service.line.LineParser;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationApplier;
import org.colophon.service.line.UnitHandler;
import org.colophon.service.sink.CountingSink;

/** Takes requests with operations. Any number of threads; each borrows a sink for its request. */
public final class Ingester {
  private static final int MAX_PROBLEMS = 100;

  private final SinkPool sinks;
  private final int maxLineBytes;

  public Ingester(SinkPool sinks, int maxLineBytes) {
    this.sinks = sinks;
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * Applies the lines that are good, and waits until they are durable.
   *
   * @throws IOException if the request ends before its body does; what came until then may be
   *     recorded
   */
  public IngestResult ingest(InputStream body, SinkOptions options) throws IOException {
    CountingSink sink = sinks.borrow("http", options);
    OperationApplier applier = new OperationApplier(sink, UnitHandler.NONE, sink::refuse);
    Run run = new Run(applier, sink, maxLineBytes);
    try {
      run.all(body);
    } finally {
      sink.flush(); // what came before the request broke off counts, and the sink is clean
    }
    long lsn = sink.flush();
    sink.awaitDurable(lsn);
    sinks.giveBack(options, sink);
    long ownLsn = run.accepted == 0 ? 0 : lsn;
    return new IngestResult(
        run.accepted, run.refused, ownLsn, run.problems, applier.processes(), applier.objects());
  }

  /**
   * Applies all lines, or none if one is bad. Where others change what lines refer to between the
   * check and the recording, some may be refused and others not; the result says so.
   *
   * @param known answers whether global ids are known; asked for only where there is any line
   */
  public IngestResult ingestAll(byte[] body, SinkOptions options, Supplier<LineageReader> known)
      throws IOException {
    DryRunSink dry = new DryRunSink(known.get());
    Run rehearsal =
        new Run(new OperationApplier(dry, UnitHandler.NONE, dry::refuse), dry, maxLineBytes);
    rehearsal.all(new ByteArrayInputStream(body));
    if (rehearsal.refused > 0) {
      return new IngestResult(0, rehearsal.refused, 0, rehearsal.problems, Map.of(), Map.of());
    }
    return ingest(new ByteArrayInputStream(body), options);
  }

  /** The lines of one request. */
  private static final class Run {
    private final OperationApplier applier;
    private final OperationSink sink;
    private final int maxLineBytes;
    private final LineParser parser = new LineParser();
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
      while (lines.advance()) {
        number++;
        if (lines.isTooLong()) {
          refuse("the line is over " + maxLineBytes + " bytes");
        } else if (!lines.isBlank()) {
          one(lines);
        }
      }
    }

    private void one(LineSource lines) {
      try {
        applier.apply(parser.parse(lines.buffer(), lines.from(), lines.to()));
        accepted++;
      } catch (BadLineException e) {
        refuse(e.getMessage());
      } catch (ColophonException e) {
        // A failed kernel or a full disk concerns every line, bad input this one alone.
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
        problems.add(new BadLine(number, problem));
      }
    }
  }
}
