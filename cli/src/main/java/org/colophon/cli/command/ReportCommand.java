package org.colophon.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.cli.output.Lines;
import org.colophon.query.api.Report;
import org.colophon.query.export.ExportOptions;
import org.colophon.query.export.Reports;

/** A query whose answer is a report, as text or as JSON. */
abstract class ReportCommand extends QueryCommand {
  ReportCommand(Invocation invocation) {
    super(invocation);
  }

  void writeReport(Report report) {
    writeReports(List.of(report));
  }

  void writeReports(List<? extends Report> reports) {
    write(
        out -> {
          for (Report report : reports) {
            writeOne(report, out);
          }
        });
  }

  private void writeOne(Report report, OutputStream out) throws IOException {
    if (output().isJson()) {
      Reports.writeJson(report, out);
    } else {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      ExportOptions look = look();
      Reports.writeText(report, look, text);
      String lines = Lines.fit(text.toString(StandardCharsets.UTF_8), look.widthColumns());
      out.write(lines.getBytes(StandardCharsets.UTF_8));
    }
  }
}
