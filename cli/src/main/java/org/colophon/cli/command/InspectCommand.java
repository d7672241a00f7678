package org.colophon.cli.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.output.Json;
import org.colophon.cli.output.Shown;
import org.colophon.cli.output.TextTable;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the extended records of files and processes. */
@Command(
    name = "inspect",
    description = "Show what reporters and inspectors attached to a file or process.",
    footer = {
      "",
      "Examples:",
      "  colophon inspect notes.txt",
      "  colophon inspect pid:4711 --json"
    })
final class InspectCommand extends QueryCommand {
  private static final int MAX_SHOWN_BYTES = 200;

  @Parameters(paramLabel = "TARGET", description = "A path, pid:N, process:ID or object:ID.")
  private String target;

  InspectCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    List<ExtendedRecord> records = new ArrayList<>();
    question.target(target).roots().forEach(root -> records.addAll(find(question, root)));
    if (output().isJson()) {
      write(out -> Json.write(out, json -> writeAll(json, records)));
    } else if (!records.isEmpty()) {
      writeTable(question.reader(), records);
    }
    if (records.isEmpty()) {
      console().remark("nothing was attached to " + Shown.text(target));
    }
    return records.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  private static List<ExtendedRecord> find(Question question, Root root) {
    long process = root.type() == NodeType.PROCESS ? root.id() : 0;
    long object = root.type() == NodeType.OBJECT ? root.id() : 0;
    return question.reader().extendedRecords(process, object);
  }

  private void writeTable(LineageReader reader, List<ExtendedRecord> records) {
    TextTable table = new TextTable("lsn", "time", "type", "bytes", "data");
    for (ExtendedRecord each : records) {
      int length = each.data().length();
      String data = each.data().slice(0, Math.min(length, MAX_SHOWN_BYTES)).display();
      table.row(
          Long.toString(each.lsn()),
          Shown.time(reader.timeAt(each.lsn())),
          Shown.text(each.type()),
          Integer.toString(length),
          length > MAX_SHOWN_BYTES ? data + " ..." : data);
    }
    write(table::print);
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
