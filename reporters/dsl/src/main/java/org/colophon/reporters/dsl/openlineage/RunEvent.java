// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.openlineage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * A run event, with the parts that lineage needs. Other facets are ignored.
 *
 * @param timeNanos time of the event
 * @param job the job and its run
 * @param parent the run that started this run; null if unknown
 * @param lineage the inputs that led to each output; empty if the event does not say
 */
record RunEvent(
    EventType type,
    long timeNanos,
    JobRun job,
    @Nullable JobRun parent,
    List<Dataset> inputs,
    List<Dataset> outputs,
    Map<DatasetName, List<DatasetName>> lineage) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LAST_SECOND = Long.MAX_VALUE / 1_000_000_000L;

  RunEvent {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    lineage = Map.copyOf(lineage);
  }

  /** Types of events. */
  enum EventType {
    START,
    RUNNING,
    COMPLETE,
    ABORT,
    FAIL,
    OTHER
  }

  /** A run of a job. */
  record JobRun(String namespace, String name, String runId) {}

  /**
   * A dataset of an event.
   *
   * @param change the lifecycle state change, such as {@code OVERWRITE}; empty if unknown
   * @param formerName the dataset that a rename moved here; null without one
   * @param bytes number of bytes that were read or written; 0 if unknown
   */
  record Dataset(DatasetName id, String change, @Nullable DatasetName formerName, long bytes) {}

  /**
   * Reads an event. Returns null for an event about a job or a dataset without a run.
   *
   * @throws org.colophon.core.error.ColophonException BAD_INPUT if the event is malformed
   */
  static @Nullable RunEvent of(Bytes text) {
    JsonNode event;
    try {
      event = JSON.readTree(text.toString());
    } catch (JsonProcessingException e) {
      throw ErrorCode.BAD_INPUT.exception("no JSON: " + e.getOriginalMessage(), e);
    }
    if (event == null || !event.isObject()) {
      throw ErrorCode.BAD_INPUT.exception("an event is a JSON object");
    }
    if (!event.has("run") && (event.has("dataset") || event.has("job"))) {
      return null;
    }
    return new RunEvent(
        type(event.path("eventType").asText("OTHER")),
        time(text(event, "eventTime")),
        jobRun(event, "event"),
        parent(event.at("/run/facets/parent")),
        datasets(event.path("inputs"), "input"),
        datasets(event.path("outputs"), "output"),
        lineage(event.at("/job/facets/lineage/entries")));
  }

  private static EventType type(String text) {
    for (EventType each : EventType.values()) {
      if (each.name().equals(text)) {
        return each;
      }
    }
    throw ErrorCode.BAD_INPUT.exception(
        "eventType is START, RUNNING, COMPLETE, ABORT, FAIL or OTHER, not "
            + Bytes.of(text).display());
  }

  private static long time(String text) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (time.getEpochSecond() <= 0 || time.getEpochSecond() >= LAST_SECOND) {
        throw ErrorCode.BAD_INPUT.exception("eventTime is out of range: " + text);
      }
      return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    } catch (DateTimeException e) {
      throw ErrorCode.BAD_INPUT.exception(
          "eventTime needs a date, a time and an offset, such as 2026-11-30T10:00:00Z", e);
    }
  }

  private static JobRun jobRun(JsonNode owner, String what) {
    JsonNode job = owner.path("job");
    JsonNode run = owner.path("run");
    if (!job.isObject() || !run.isObject()) {
      throw ErrorCode.BAD_INPUT.exception("the " + what + " lacks its job or its run");
    }
    return new JobRun(text(job, "namespace"), text(job, "name"), text(run, "runId"));
  }

  private static @Nullable JobRun parent(JsonNode facet) {
    return facet.isObject() ? jobRun(facet, "facet parent") : null;
  }

  private static List<Dataset> datasets(JsonNode all, String kind) {
    List<Dataset> found = new ArrayList<>();
    for (JsonNode each : all) {
      JsonNode change = each.at("/facets/lifecycleStateChange");
      JsonNode former = change.path("previousIdentifier");
      found.add(
          new Dataset(
              id(each),
              change.path("lifecycleStateChange").asText(""),
              former.isObject() ? id(former) : null,
              Math.max(0, each.at("/" + kind + "Facets/" + kind + "Statistics/size").asLong())));
    }
    return found;
  }

  private static Map<DatasetName, List<DatasetName>> lineage(JsonNode entries) {
    Map<DatasetName, List<DatasetName>> lineage = new HashMap<>();
    for (JsonNode each : entries) {
      if (isDataset(each)) {
        List<DatasetName> inputs = lineage.computeIfAbsent(id(each), x -> new ArrayList<>());
        each.path("inputs")
            .forEach(
                input -> {
                  if (isDataset(input)) {
                    inputs.add(id(input));
                  }
                });
      }
    }
    return lineage;
  }

  private static boolean isDataset(JsonNode entry) {
    return entry.path("type").asText("DATASET").equals("DATASET");
  }

  private static DatasetName id(JsonNode dataset) {
    return new DatasetName(text(dataset, "namespace"), text(dataset, "name"));
  }

  private static String text(JsonNode owner, String field) {
    JsonNode value = owner.path(field);
    if (!value.isTextual() || value.textValue().isEmpty()) {
      throw ErrorCode.BAD_INPUT.exception("the field " + field + " is missing or empty");
    }
    return value.textValue();
  }
}
