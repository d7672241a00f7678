package org.colophon.service.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.record.RecordJson;
import org.colophon.query.record.RecordText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.Lines;

/** The extended records of some processes and objects. */
final class RecordsAnswer {
  private final LineageReader reader;
  private final AnswerStyle look;

  RecordsAnswer(LineageReader reader, AnswerStyle look) {
    this.reader = reader;
    this.look = look;
  }

  /**
   * @param untilLsn what was attached later is left out
   */
  Answer answer(String text, List<Root> roots, long untilLsn) {
    List<ExtendedRecord> records = new ArrayList<>();
    for (Root root : roots) {
      find(root).stream().filter(each -> each.lsn() <= untilLsn).forEach(records::add);
    }
    if (look.isJson()) {
      return new Answer(
          !records.isEmpty(),
          Answer.JSON,
          remarks(records, text),
          out -> JsonOutput.write(out, json -> writeAll(json, records)));
    }
    return new Answer(
        !records.isEmpty(),
        Answer.TEXT,
        remarks(records, text),
        out -> out.write(text(records).getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> remarks(List<ExtendedRecord> records, String text) {
    return records.isEmpty()
        ? List.of("nothing was attached to " + DisplayText.text(text))
        : List.of();
  }

  private List<ExtendedRecord> find(Root root) {
    long process = root.type() == NodeType.PROCESS ? root.id() : 0;
    long object = root.type() == NodeType.OBJECT ? root.id() : 0;
    return reader.extendedRecords(process, object);
  }

  /** A heading for each, and what it says below. */
  private String text(List<ExtendedRecord> records) {
    StringBuilder lines = new StringBuilder();
    RecordText shown =
        new RecordText("  ", line -> Lines.fit(line, look.widthColumns()), look.colours());
    for (ExtendedRecord each : records) {
      lines.append("LSN ").append(each.lsn()).append("  ");
      lines.append(DisplayText.time(reader.timeAt(each.lsn()), look.zone())).append("  ");
      lines.append(DisplayText.text(each.type())).append(", ");
      lines.append(DisplayText.size(each.data().length())).append(by(each)).append('\n');
      shown.lines(each).forEach(line -> lines.append(line).append('\n'));
    }
    return lines.toString();
  }

  private static String by(ExtendedRecord each) {
    return each.process() == 0 ? "" : "  by process:" + each.process();
  }

  private static void writeAll(JsonGenerator json, List<ExtendedRecord> records)
      throws IOException {
    json.writeStartArray();
    for (ExtendedRecord each : records) {
      RecordJson.write(json, each);
    }
    json.writeEndArray();
  }
}
