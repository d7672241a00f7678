// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.Surroundings;
import org.colophon.query.text.AsciiJson;
import org.colophon.query.text.DisplayText;

/**
 * An in-toto Statement v1, whose subjects are the files that a run left behind. Any thread.
 *
 * @see <a
 *     href="https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md">Statement</a>
 */
abstract class StatementFormat implements DocumentFormat {
  private static final int MAX_NAMED = 3;

  private final String name;
  private final String predicateType;
  private final String description;

  StatementFormat(String name, String predicateType, String description) {
    this.name = name;
    this.predicateType = predicateType;
    this.description = description;
  }

  /** Writes the fields of the predicate. */
  abstract void predicate(Statement statement) throws IOException;

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final List<PluginOption> options() {
    return List.of();
  }

  @Override
  public final String mediaType() {
    return "application/vnd.in-toto+json";
  }

  @Override
  public final boolean isStatement() {
    return true;
  }

  @Override
  public final void write(RecordedRun run, Surroundings surroundings, OutputStream out)
      throws IOException {
    List<RunFile> subjects = run.outputFiles().toList();
    check(subjects);
    try (JsonGenerator json = AsciiJson.generator(out)) {
      Statement statement = new Statement(json, run, surroundings);
      json.writeStartObject();
      json.writeStringField("_type", "https://in-toto.io/Statement/v1");
      json.writeArrayFieldStart("subject");
      for (RunFile each : subjects) {
        json.writeStartObject();
        json.writeStringField("name", statement.relative(each.name()));
        statement.digest("digest", each);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeStringField("predicateType", predicateType);
      json.writeObjectFieldStart("predicate");
      predicate(statement);
      json.writeEndObject();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** Refuses a run without outputs, or with one whose digest is unknown. */
  static void check(List<RunFile> subjects) {
    if (subjects.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the run left no file behind, and a statement is about files; name a run that wrote some, or files");
    }
    List<String> unknown =
        subjects.stream()
            .filter(each -> each.sha256() == null)
            .map(each -> DisplayText.text(each.name()))
            .toList();
    if (!unknown.isEmpty()) {
      int more = unknown.size() - MAX_NAMED;
      throw ErrorCode.BAD_REQUEST.exception(
          "no digest is recorded for %s%s, and a statement needs one of each output; 'colophon trace' records digests, unless --digests is none"
              .formatted(
                  String.join(", ", unknown.subList(0, Math.min(MAX_NAMED, unknown.size()))),
                  more > 0 ? " and %d more".formatted(more) : ""));
    }
  }
}
