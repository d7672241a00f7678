package org.colophon.cli.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.colophon.cli.output.Json;
import org.colophon.cli.output.Shown;
import org.colophon.cli.output.TextTable;
import org.colophon.core.model.Snapshot;
import picocli.CommandLine.Command;

/** Lists the snapshots of a store. */
@Command(
    name = "snapshots",
    description = "List the snapshots.",
    footer = {"", "Examples:", "  colophon snapshots", "  colophon snapshots --json"})
final class SnapshotsCommand extends QueryCommand {
  SnapshotsCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    List<Snapshot> snapshots = question.reader().snapshots();
    if (output().isJson()) {
      write(out -> Json.write(out, json -> writeAll(json, snapshots)));
    } else {
      TextTable table = new TextTable("name", "lsn", "taken");
      snapshots.forEach(s -> table.row(Shown.text(s.name()), "" + s.lsn(), time(s)));
      write(table::print);
    }
    return snapshots.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  private static String time(Snapshot snapshot) {
    return Shown.time(snapshot.timeNanos());
  }

  private static void writeAll(JsonGenerator json, List<Snapshot> snapshots) throws IOException {
    json.writeStartArray();
    for (Snapshot snapshot : snapshots) {
      json.writeStartObject();
      json.writeStringField("name", snapshot.name());
      json.writeNumberField("lsn", snapshot.lsn());
      json.writeStringField("time", Shown.instant(snapshot.timeNanos()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
