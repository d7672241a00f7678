package org.colophon.service.retention;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.RetentionFigures;
import org.colophon.query.text.DisplayText;

/** A report of a pruning in JSON: the same from the service and from the command. */
public final class PruneJson {
  private PruneJson() {}

  /** Writes a report as an object. */
  public static void write(JsonGenerator json, PruneReport report) throws IOException {
    RetentionFigures figures = report.figures();
    json.writeStartObject();
    json.writeStringField("adapter", report.adapter());
    json.writeBooleanField("done", report.isDone());
    json.writeNumberField("cutLsn", report.cutLsn());
    json.writeStringField(
        "cutTime", report.cutNanos() == 0 ? "" : DisplayText.instant(report.cutNanos()));
    pair(json, "processes", figures.processesBefore(), figures.processesAfter());
    pair(json, "objects", figures.objectsBefore(), figures.objectsAfter());
    pair(json, "facts", figures.factsBefore(), figures.factsAfter());
    pair(json, "bytes", report.bytesBefore(), report.bytesAfter());
    json.writeNumberField("millis", report.nanos() / 1_000_000);
    json.writeEndObject();
  }

  private static void pair(JsonGenerator json, String name, long before, long after)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("before", before);
    json.writeNumberField("after", after);
    json.writeEndObject();
  }
}
