package org.colophon.service.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;

/** The snapshots of a store. */
final class SnapshotsAnswer {
  private final AnswerStyle look;

  SnapshotsAnswer(AnswerStyle look) {
    this.look = look;
  }

  Answer answer(List<Snapshot> snapshots) {
    boolean found = !snapshots.isEmpty();
    if (look.isJson()) {
      return new Answer(
          found,
          Answer.JSON,
          List.of(),
          out -> JsonOutput.write(out, json -> writeAll(json, snapshots)));
    }
    TextTable table = new TextTable("name", "lsn", "taken");
    snapshots.forEach(
        s ->
            table.row(
                DisplayText.text(s.name()),
                "" + s.lsn(),
                DisplayText.time(s.timeNanos(), look.zone())));
    return new Answer(found, Answer.TEXT, List.of(), out -> table.print(out, look.widthColumns()));
  }

  private static void writeAll(JsonGenerator json, List<Snapshot> snapshots) throws IOException {
    json.writeStartArray();
    for (Snapshot snapshot : snapshots) {
      json.writeStartObject();
      json.writeStringField("name", snapshot.name());
      json.writeNumberField("lsn", snapshot.lsn());
      json.writeStringField("time", DisplayText.instant(snapshot.timeNanos()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
