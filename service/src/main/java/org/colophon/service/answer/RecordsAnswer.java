package org.colophon.service.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;

/** The extended records of some processes and objects. */
final class RecordsAnswer {
  private static final int MAX_SHOWN_BYTES = 200;

  private final LineageReader reader;
  private final Look look;

  RecordsAnswer(LineageReader reader, Look look) {
    this.reader = reader;
    this.look = look;
  }

  Answer answer(String text, List<Root> roots) {
    List<ExtendedRecord> records = new ArrayList<>();
    roots.forEach(root -> records.addAll(find(root)));
    if (look.isJson()) {
      return new Answer(
          !records.isEmpty(),
          Answer.JSON,
          remarks(records, text),
          out -> AnswerJson.write(out, json -> writeAll(json, records)));
    }
    TextTable table = table(records);
    return new Answer(
        !records.isEmpty(),
        Answer.TEXT,
        remarks(records, text),
        records.isEmpty() ? out -> {} : out -> table.print(out, look.widthColumns()));
  }

  private static List<String> remarks(List<ExtendedRecord> records, String text) {
    return records.isEmpty() ? List.of("nothing was attached to " + Shown.text(text)) : List.of();
  }

  private List<ExtendedRecord> find(Root root) {
    long process = root.type() == NodeType.PROCESS ? root.id() : 0;
    long object = root.type() == NodeType.OBJECT ? root.id() : 0;
    return reader.extendedRecords(process, object);
  }

  private TextTable table(List<ExtendedRecord> records) {
    TextTable table = new TextTable("lsn", "time", "type", "bytes", "data");
    for (ExtendedRecord each : records) {
      int length = each.data().length();
      String data = each.data().slice(0, Math.min(length, MAX_SHOWN_BYTES)).display();
      table.row(
          Long.toString(each.lsn()),
          Shown.time(reader.timeAt(each.lsn()), look.zone()),
          Shown.text(each.type()),
          Integer.toString(length),
          length > MAX_SHOWN_BYTES ? data + " ..." : data);
    }
    return table;
  }

  private static void writeAll(JsonGenerator json, List<ExtendedRecord> records)
      throws IOException {
    json.writeStartArray();
    for (ExtendedRecord each : records) {
      json.writeStartObject();
      json.writeNumberField("lsn", each.lsn());
      json.writeNumberField("process", each.process());
      json.writeNumberField("object", each.object());
      json.writeStringField("type", each.type());
      json.writeBinaryField("base64", each.data().toArray());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
