package org.colophon.service.tail;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.KernelStatus;

/** A kernel's status as JSON, for whoever shows it. */
public final class StatusJson {
  private StatusJson() {}

  /** Writes the fields of an object. */
  public static void fields(JsonGenerator json, KernelStatus status) throws IOException {
    json.writeStringField("kernel", lower(status.state()));
    json.writeStringField("failure", status.failure());
    json.writeNumberField("reported", status.reported());
    json.writeNumberField("refused", status.refused());
    json.writeNumberField("dropped", status.dropped());
    json.writeNumberField("accepted", status.accepted());
    json.writeNumberField("queued", status.queued());
    json.writeNumberField("failed", status.failed());
    json.writeNumberField("suppressed", status.suppressed());
    json.writeNumberField("journaled", status.journaled());
    json.writeNumberField("openIntervals", status.openIntervals());
    json.writeNumberField("evictedIntervals", status.evictedIntervals());
    json.writeNumberField("lastLsn", status.lastLsn());
    json.writeNumberField("durableLsn", status.durableLsn());
    json.writeNumberField("journalBytes", status.journalBytes());
    json.writeNumberField("names", status.names());
    json.writeNumberField("identities", status.identities());
    json.writeArrayFieldStart("adapters");
    for (AdapterStatus adapter : status.adapters()) {
      adapter(json, adapter);
    }
    json.writeEndArray();
  }

  /** Writes an adapter as an object. */
  public static void adapter(JsonGenerator json, AdapterStatus adapter) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", adapter.name());
    json.writeStringField("state", lower(adapter.state()));
    json.writeStringField("failure", adapter.failure());
    json.writeNumberField("appendedLsn", adapter.appendedLsn());
    json.writeNumberField("heldLsn", adapter.heldLsn());
    json.writeNumberField("stored", adapter.storedOperations());
    json.writeNumberField("lag", adapter.lagOperations());
    json.writeNumberField("retries", adapter.retries());
    json.writeNumberField("filledRecords", adapter.filledRecords());
    json.writeNumberField("recordsToFill", adapter.recordsToFill());
    json.writeEndObject();
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
