// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.csv;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file line by line. Declares one process for each program, however many lines name it.
 */
final class CsvReporter implements Reporter {
  private static final Bytes ROOT = Bytes.of("/");

  private final Path file;
  private volatile boolean isStopped;

  CsvReporter(Path file) {
    this.file = file;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      int number = 0;
      for (Bytes line = next(in); line != null && !isStopped; line = next(in)) {
        number++;
        report(sink, line, number);
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read " + file + ": " + e, e);
    } finally {
      sink.flush();
    }
  }

  /**
   * Returns the next line, or null at the end. A line is bytes, since names of files need not be
   * UTF-8.
   */
  private static @Nullable Bytes next(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int each = in.read();
    if (each < 0) {
      return null;
    }
    for (; each >= 0 && each != '\n'; each = in.read()) {
      line.write(each);
    }
    Bytes whole = Bytes.wrap(line.toByteArray());
    int last = whole.length() - 1;
    return last >= 0 && whole.at(last) == '\r' ? whole.slice(0, last) : whole;
  }

  /**
   * Reports a line. A malformed line is refused with its file and number, and the next line is
   * still read.
   */
  private void report(OperationSink sink, Bytes line, int number) {
    List<Bytes> fields = fieldsOf(line);
    OperationKind kind = fields.size() == 3 ? kindOf(fields.get(1)) : null;
    if (kind == null || !fields.get(2).startsWith(ROOT)) {
      sink.refuse(file + ":" + number, "not of the form program,read|write,/path");
      return;
    }
    try {
      happened(sink, kind, fields);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) { // other errors do not concern only this line
        throw e;
      }
      sink.refuse(file + ":" + number, e.getMessage());
    }
  }

  private void happened(OperationSink sink, OperationKind kind, List<Bytes> fields) {
    long process = sink.process(processOf(fields.get(0)), 0);
    long object = sink.objectAt(fields.get(2), ObjectKind.FILE, 0);
    sink.access(kind, Phase.WHOLE, process, object, 0, 0);
  }

  private static List<Bytes> fieldsOf(Bytes line) {
    List<Bytes> fields = new ArrayList<>();
    int from = 0;
    for (int at = line.indexOf(',', 0); at >= 0; at = line.indexOf(',', from)) {
      fields.add(line.slice(from, at));
      from = at + 1;
    }
    fields.add(line.slice(from, line.length()));
    return fields;
  }

  private static @Nullable OperationKind kindOf(Bytes word) {
    return switch (word.toString()) {
      case "read" -> OperationKind.READ;
      case "write" -> OperationKind.WRITE;
      default -> null;
    };
  }

  /**
   * Declares a program. All lines about the program declare the same identity, so they mean one
   * process.
   */
  private ProcessDeclaration processOf(Bytes program) {
    Bytes identity = Identities.of("csv", file.toString(), "").concat(program);
    return new ProcessDeclaration(identity, 0, program, List.of(), Bytes.EMPTY, 0);
  }

  @Override
  public void stop() {
    isStopped = true;
  }
}
