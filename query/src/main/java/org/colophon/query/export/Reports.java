// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.report.Details;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.History;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.Report;
import org.colophon.query.text.AsciiJson;

/** Writes explanations, histories, differences and details. Leaves the stream open. */
public final class Reports {
  private Reports() {}

  /** Writes text for a terminal. */
  public static void writeText(Report report, ExportOptions options, OutputStream out)
      throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    ReportText text = new ReportText(options, writer);
    if (report instanceof Explanation explanation) {
      text.explanation(explanation);
    } else if (report instanceof History history) {
      text.history(history);
    } else if (report instanceof LineageDiff diff) {
      text.diff(diff);
    } else if (report instanceof Details details) {
      new DetailsText(options, writer).write(details);
    }
    writer.flush();
  }

  /** Writes a JSON object, see docs/explanation/lineage.md. */
  public static void writeJson(Report report, ExportOptions options, OutputStream out)
      throws IOException {
    try (JsonGenerator json = AsciiJson.generator(out)) {
      json.writeStartObject();
      if (report instanceof Explanation explanation) {
        ReportJson.explanation(json, explanation);
      } else if (report instanceof History history) {
        ReportJson.history(json, history);
      } else if (report instanceof LineageDiff diff) {
        ReportJson.diff(json, diff);
      } else if (report instanceof Details details) {
        ReportJson.details(json, details);
      }
      JsonText.certified(json, options.certified());
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** Writes a difference as an object, with the fields of {@link ReportJson#diff}. */
  public static void writeJson(LineageDiff diff, JsonGenerator json) throws IOException {
    json.writeStartObject();
    ReportJson.diff(json, diff);
    json.writeEndObject();
  }
}
