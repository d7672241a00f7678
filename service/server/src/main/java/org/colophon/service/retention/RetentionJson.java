package org.colophon.service.retention;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;

/** Retention at an instant, as JSON. */
public final class RetentionJson {
  private RetentionJson() {}

  /** Writes the fields that say what is under way. */
  public static void progress(JsonGenerator json, RetentionState state) throws IOException {
    json.writeStringField("adapter", state.progress().map(PruneProgress::adapter).orElse(""));
    json.writeStringField("state", state.progress().map(RetentionJson::word).orElse("idle"));
    json.writeNumberField("recordsWritten", state.progress().map(PruneProgress::done).orElse(0L));
    json.writeNumberField("recordsToWrite", state.progress().map(PruneProgress::total).orElse(0L));
  }

  /** Writes all that is known as an object. */
  public static void write(JsonGenerator json, RetentionState state) throws IOException {
    json.writeStartObject();
    progress(json, state);
    json.writeNumberField("run", state.run());
    json.writeStringField("failure", state.failure());
    if (state.lastMillis() != 0) {
      json.writeStringField("ended", Instant.ofEpochMilli(state.lastMillis()).toString());
    }
    if (state.last() != null) {
      write(json, state.last());
    }
    json.writeEndObject();
  }

  /** What the primary came to is under {@code last}, as when there was no other. */
  private static void write(JsonGenerator json, PruneOutcome last) throws IOException {
    json.writeFieldName("last");
    PruneJson.write(json, last.first());
    json.writeArrayFieldStart("others");
    for (PruneReport each : last.reports().subList(1, last.reports().size())) {
      PruneJson.write(json, each);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("left");
    for (Map.Entry<String, String> each : last.left().entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  private static String word(PruneProgress progress) {
    return progress.stage().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
