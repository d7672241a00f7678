// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.record.RecordJson;
import org.colophon.query.record.RecordText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.Lines;

/** Shows extended records. */
final class RecordsAnswer {
  private final LineageReader reader;
  private final AnswerStyle style;

  RecordsAnswer(LineageReader reader, AnswerStyle style) {
    this.reader = reader;
    this.style = style;
  }

  Answer answer(List<ExtendedRecord> records, List<String> remarks) {
    return new Answer(
        !records.isEmpty(),
        style.isJson() ? Answer.JSON : Answer.TEXT,
        remarks,
        out -> write(records, out));
  }

  private void write(List<ExtendedRecord> records, OutputStream out) throws IOException {
    if (!style.isJson()) {
      out.write(text(records).getBytes(StandardCharsets.UTF_8));
      return;
    }
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          JsonOutput.writeFormat(json, "records");
          json.writeArrayFieldStart("records");
          for (ExtendedRecord each : records) {
            RecordJson.write(json, each);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private String text(List<ExtendedRecord> records) {
    StringBuilder lines = new StringBuilder();
    RecordText shown =
        new RecordText("  ", line -> Lines.fit(line, style.widthColumns()), style.colours());
    for (ExtendedRecord each : records) {
      String time = DisplayText.time(reader.timeAt(each.lsn()), style.zone());
      lines.append("LSN ").append(each.lsn()).append("  ").append(time).append("  ");
      lines.append(DisplayText.text(each.type())).append(", ");
      lines.append(DisplayText.size(each.data().length()));
      lines.append(each.process() == 0 ? "\n" : "  by process:" + each.process() + "\n");
      shown.lines(each).forEach(line -> lines.append(line).append('\n'));
    }
    return lines.toString();
  }
}
