package org.colophon.cli.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.colophon.cli.output.Json;
import org.colophon.cli.output.Shown;
import org.colophon.core.model.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StoreStatistics;
import picocli.CommandLine.Command;

/** Says what a store holds, and what it knows to be missing. */
@Command(
    name = "status",
    description = "Show what the store holds, and what it knows to be missing.",
    footer = {"", "Examples:", "  colophon status", "  colophon status --store /srv/prov --json"})
final class StatusCommand extends QueryCommand {
  StatusCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    LineageReader reader = question.reader();
    write(
        out -> {
          if (output().isJson()) {
            Json.write(out, json -> writeJson(json, reader));
          } else {
            writeText(out, reader);
          }
        });
    return ExitCode.FOUND;
  }

  private void writeText(OutputStream stream, LineageReader reader) {
    PrintWriter out = new PrintWriter(stream, false, StandardCharsets.UTF_8);
    StoreStatistics held = reader.statistics();
    long lastLsn = reader.visibleLsn();
    out.println("store       " + Shown.text(store().directory().toString()));
    out.println("processes   " + Shown.count(held.processes()));
    out.println("objects     " + Shown.count(held.objects()));
    out.println("operations  " + Shown.count(held.operations()) + " (suppressed ones included)");
    out.println("size        " + Shown.size(held.diskBytes()) + perOperation(held));
    out.println("last LSN    " + lastLsn + ", " + Shown.time(reader.timeAt(lastLsn)));
    out.println("snapshots   " + reader.snapshots().size());
    writeGaps(out, reader);
    out.flush();
  }

  private static String perOperation(StoreStatistics held) {
    return held.operations() == 0
        ? ""
        : String.format(
            " (%.1f bytes an operation)", (double) held.diskBytes() / held.operations());
  }

  private static void writeGaps(PrintWriter out, LineageReader reader) {
    if (reader.gaps().isEmpty()) {
      out.println("missing     nothing known");
    }
    for (Gap gap : reader.gaps()) {
      String whose = gap.process() == 0 ? "" : " in process:" + gap.process();
      out.println(
          "missing     "
              + gap.cause().text()
              + " ("
              + gap.count()
              + ")"
              + whose
              + ", LSN "
              + gap.lsn());
    }
  }

  private void writeJson(JsonGenerator json, LineageReader reader) throws IOException {
    StoreStatistics held = reader.statistics();
    json.writeStartObject();
    json.writeStringField("store", store().directory().toString());
    json.writeNumberField("processes", held.processes());
    json.writeNumberField("objects", held.objects());
    json.writeNumberField("operations", held.operations());
    json.writeNumberField("diskBytes", held.diskBytes());
    json.writeNumberField("lastLsn", reader.visibleLsn());
    json.writeNumberField("snapshots", reader.snapshots().size());
    json.writeArrayFieldStart("gaps");
    for (Gap gap : reader.gaps()) {
      json.writeStartObject();
      json.writeNumberField("lsn", gap.lsn());
      json.writeNumberField("process", gap.process());
      json.writeStringField("cause", gap.cause().name());
      json.writeNumberField("count", gap.count());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
