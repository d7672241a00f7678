// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.proof.RecordProof;
import org.colophon.history.certified.proof.RecordProof.Proven;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * A proof that was checked.
 *
 * @param proof the proof; null if it could not be parsed or is invalid
 * @param proven the proven record; null if {@code proof} is null
 * @param problem reason why the proof is invalid; empty if it is valid
 */
record CheckedProof(
    Path file, @Nullable RecordProof proof, @Nullable Proven proven, String problem) {
  boolean holds() {
    return proven != null;
  }

  private Checkpoint checkpoint() {
    return Checkpoint.parse(Objects.requireNonNull(proof).log().checkpoint().text());
  }

  static byte[] text(List<CheckedProof> all, ProvenNames names) {
    StringBuilder lines = new StringBuilder();
    all.forEach(each -> each.text(names, lines));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void text(ProvenNames names, StringBuilder lines) {
    if (proven == null) {
      lines.append("does not hold  ").append(file).append("\n  ").append(problem).append('\n');
      return;
    }
    RecordDecoder record = proven.record();
    lines.append("holds  ").append(file).append('\n');
    lines.append("  LSN ").append(record.lsn()).append(", ");
    lines.append(DisplayText.instant(record.timeNanos())).append(": ");
    lines.append(sentence(record, names)).append('\n');
    Checkpoint tree = checkpoint();
    lines.append(
        String.format(
            Locale.ROOT,
            "  certified by %s as entry %,d of %,d",
            tree.origin(),
            Objects.requireNonNull(proof).log().index() + 1,
            tree.size()));
    if (proven.timeSeconds() > 0) {
      lines.append(", not later than ").append(Instant.ofEpochSecond(proven.timeSeconds()));
    }
    if (!proven.cosigners().isEmpty()) {
      lines.append("; confirmed by ");
      lines.append(String.join(", ", proven.cosigners().stream().sorted().toList()));
    }
    lines.append('\n');
  }

  private static String sentence(RecordDecoder record, ProvenNames names) {
    String object = names.object(record.object());
    String process = names.process(record.process());
    return switch (record.type()) {
      case ACCESS ->
          "%s: %s of %s, %s"
              .formatted(
                  process,
                  word(record.operationKind()),
                  object,
                  DisplayText.count(record.bytes(), "byte"));
      case INTERVAL ->
          "%s: %s of %s, %s, LSN %d to %d"
              .formatted(
                  process,
                  word(record.accessMode()),
                  object,
                  DisplayText.count(record.bytes(), "byte"),
                  record.beginLsn(),
                  record.endLsn());
      case PROCESS -> process + " runs" + arguments(record.processDeclaration());
      case OBJECT -> object + " is a " + word(record.objectDeclaration().kind());
      case LINK ->
          "%s: %s by %s".formatted(process, word(record.linkKind()), names.process(record.cause()));
      case DERIVATION -> "%s derives from %s".formatted(object, names.object(record.cause()));
      case CUT -> "%s cuts off %s".formatted(process, object);
      case EXIT -> "%s ends with status %d".formatted(process, record.status());
      case BIND -> "%s gets the name %s".formatted(object, record.path().display());
      case UNBIND -> "%s loses the name %s".formatted(object, record.path().display());
      case RENAME, EXCHANGE ->
          "%s moves from %s to %s"
              .formatted(object, record.path().display(), record.toPath().display());
      case EXTENDED -> "%s has a record %s".formatted(object, DisplayText.text(record.label()));
      case SNAPSHOT -> "snapshot " + DisplayText.text(record.label());
      case GAP ->
          "%s: %s".formatted(word(record.gapCause()), DisplayText.count(record.count(), "loss"));
    };
  }

  private static String arguments(ProcessDeclaration declaration) {
    StringBuilder text = new StringBuilder();
    declaration.arguments().forEach(each -> text.append(' ').append(each.display()));
    return text.toString();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static void write(JsonGenerator json, List<CheckedProof> all) throws IOException {
    json.writeStartArray();
    for (CheckedProof each : all) {
      each.write(json);
    }
    json.writeEndArray();
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file.toString());
    json.writeBooleanField("holds", holds());
    if (proven != null) {
      writeProven(json, proven);
    } else {
      json.writeStringField("problem", problem);
    }
    json.writeEndObject();
  }

  private void writeProven(JsonGenerator json, Proven proven) throws IOException {
    RecordDecoder record = proven.record();
    json.writeNumberField("lsn", record.lsn());
    json.writeStringField("time", DisplayText.instant(record.timeNanos()));
    json.writeStringField("type", word(record.type()));
    writeId(json, "process", record.process());
    writeId(json, "object", record.object());
    writeDetails(json, record);
    Checkpoint tree = checkpoint();
    json.writeStringField("log", tree.origin());
    json.writeNumberField("entry", Objects.requireNonNull(proof).log().index());
    json.writeNumberField("entries", tree.size());
    if (proven.timeSeconds() > 0) {
      json.writeStringField("certified", Instant.ofEpochSecond(proven.timeSeconds()).toString());
    }
    json.writeArrayFieldStart("witnesses");
    for (String each : proven.cosigners().stream().sorted().toList()) {
      json.writeString(each);
    }
    json.writeEndArray();
  }

  private static void writeId(JsonGenerator json, String field, long id) throws IOException {
    if (id > 0) {
      json.writeNumberField(field, id);
    }
  }

  private static void writeDetails(JsonGenerator json, RecordDecoder record) throws IOException {
    switch (record.type()) {
      case PROCESS -> {
        ProcessDeclaration declaration = record.processDeclaration();
        json.writeStringField("executable", declaration.executable().display());
        json.writeArrayFieldStart("arguments");
        for (Bytes each : declaration.arguments()) {
          json.writeString(each.display());
        }
        json.writeEndArray();
      }
      case ACCESS -> {
        json.writeStringField("operation", word(record.operationKind()));
        json.writeNumberField("bytes", record.bytes());
      }
      case INTERVAL -> {
        json.writeStringField("operation", word(record.accessMode()));
        json.writeNumberField("bytes", record.bytes());
      }
      case BIND, UNBIND -> json.writeStringField("path", record.path().display());
      case RENAME, EXCHANGE -> {
        json.writeStringField("path", record.path().display());
        json.writeStringField("to", record.toPath().display());
      }
      default -> {}
    }
  }
}
