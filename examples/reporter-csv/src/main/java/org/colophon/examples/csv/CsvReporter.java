package org.colophon.examples.csv;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;

/** Reads the file line by line. A program of one file is one process, however often it is named. */
final class CsvReporter implements Reporter {
  private final Path file;
  private volatile boolean isStopped;

  CsvReporter(Path file) {
    this.file = file;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null && !isStopped; line = lines.readLine()) {
        number++;
        report(sink, line, number);
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + file + ": " + e, e);
    } finally {
      sink.flush();
    }
  }

  /** A line that says nothing sensible is refused with its place; the next one is not its fault. */
  private void report(OperationSink sink, String line, int number) {
    String[] fields = line.split(",", -1);
    OperationKind kind = fields.length == 3 ? kindOf(fields[1]) : null;
    if (kind == null || !fields[2].startsWith("/")) {
      sink.refuse(file + ":" + number, "not of the form program,read|write,/path");
      return;
    }
    long process = sink.process(processOf(fields[0]), 0);
    long object = sink.objectAt(Bytes.of(fields[2]), ObjectKind.FILE, 0);
    sink.access(kind, Phase.WHOLE, process, object, 0, 0);
  }

  private static OperationKind kindOf(String word) {
    return switch (word) {
      case "read" -> OperationKind.READ;
      case "write" -> OperationKind.WRITE;
      default -> null;
    };
  }

  /** The identity makes every line about the same program mean the same process. */
  private ProcessDeclaration processOf(String program) {
    Bytes identity = Identities.of("csv", file.toString(), program);
    return new ProcessDeclaration(identity, 0, Bytes.of(program), List.of(), Bytes.EMPTY, 0);
  }

  @Override
  public void stop() {
    isStopped = true;
  }
}
