// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Flow;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.ExportSource;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.AsciiJson;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * An in-toto Statement v1 with a SLSA Provenance v1 predicate:
 *
 * <ul>
 *   <li>The subjects are the versions that were asked about, without directories.
 *   <li>The resolved dependencies are the versions among their origins that no recorded process
 *       wrote. Versions that a recorded process wrote are byproducts.
 *   <li>Each subject must have a digest of its content; other descriptors have one if it is known.
 *       The URI of a descriptor names a version as of an LSN in the history of one store, which
 *       never changes.
 *   <li>Absent files are not materials. The field {@code colophon_absent} counts them.
 *   <li>The fields with the prefix {@code colophon_} are extensions that the specification allows.
 * </ul>
 */
public final class InTotoExporter {
  /** Name of the format. */
  public static final String NAME = "in-toto";

  private static final String STATEMENT = "https://in-toto.io/Statement/v1";
  private static final String PREDICATE = "https://slsa.dev/provenance/v1";
  private static final String BUILD_TYPE = "urn:colophon:build:recorded:1";
  private static final int MAX_NAMED = 3;

  private final Lineage lineage;
  private final ExportSource source;
  private final Set<Integer> written = new HashSet<>();
  private final @Nullable List<String> accepted;
  private final JsonGenerator json;
  private int absent;

  private InTotoExporter(Lineage lineage, ExportOptions options, JsonGenerator json) {
    this.lineage = lineage;
    this.source = options.source().get();
    this.accepted = options.asRecorded();
    this.json = json;
    lineage.edges().stream()
        .filter(each -> each.kind().flow() == Flow.DATA)
        .forEach(each -> written.add(each.effect()));
  }

  /**
   * Rejects a lineage of descendants, one without an object among its roots, and subjects without a
   * digest.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public static void check(Lineage lineage) {
    List<LineageNode> subjects =
        lineage.nodes().stream().filter(InTotoExporter::isSubject).toList();
    if (subjects.isEmpty() || lineage.query().direction() != Direction.ANCESTORS) {
      throw ErrorCode.BAD_REQUEST.exception(
          "an in-toto statement has the origins of files: name a file, and leave descendants out");
    }
    List<String> unknown =
        subjects.stream()
            .filter(each -> each.digest() == null)
            .map(each -> NodeText.title(each, ""))
            .toList();
    if (!unknown.isEmpty()) {
      String more =
          unknown.size() > MAX_NAMED ? " and %d more".formatted(unknown.size() - MAX_NAMED) : "";
      throw ErrorCode.BAD_REQUEST.exception(
          "no digest is recorded for %s, and in-toto requires one of each subject; 'colophon trace' records digests of the files that a command writes, unless --digests is none"
              .formatted(
                  String.join(", ", unknown.subList(0, Math.min(MAX_NAMED, unknown.size())))
                      + more));
    }
  }

  private static boolean isSubject(LineageNode node) {
    return node.depth() == 0
        && !node.isProcess()
        && (node.object() == null || node.object().declaration().kind() != ObjectKind.DIRECTORY);
  }

  /** Writes a statement. */
  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    try (JsonGenerator json = AsciiJson.generator(out)) {
      new InTotoExporter(lineage, options, json).statement();
      json.writeRaw('\n');
    }
  }

  private void statement() throws IOException {
    List<LineageNode> subjects = new ArrayList<>();
    List<LineageNode> dependencies = new ArrayList<>();
    List<LineageNode> byproducts = new ArrayList<>();
    for (LineageNode node : lineage.nodes()) {
      if (isSubject(node)) {
        subjects.add(node);
      } else if (node.isAbsent()) {
        absent++;
      } else if (!node.isProcess() && node.depth() > 0) {
        (written.contains(node.index()) ? byproducts : dependencies).add(node);
      }
    }
    json.writeStartObject();
    json.writeStringField("_type", STATEMENT);
    descriptors("subject", subjects);
    json.writeStringField("predicateType", PREDICATE);
    json.writeObjectFieldStart("predicate");
    json.writeObjectFieldStart("buildDefinition");
    json.writeStringField("buildType", BUILD_TYPE);
    parameters(subjects);
    descriptors("resolvedDependencies", dependencies);
    json.writeEndObject();
    json.writeObjectFieldStart("runDetails");
    json.writeObjectFieldStart("builder");
    json.writeStringField("id", "urn:colophon:" + source.store());
    json.writeEndObject();
    metadata();
    descriptors("byproducts", byproducts);
    json.writeEndObject();
    completeness(dependencies, byproducts);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void parameters(List<LineageNode> subjects) throws IOException {
    json.writeObjectFieldStart("externalParameters");
    json.writeArrayFieldStart("targets");
    for (LineageNode each : subjects) {
      json.writeString(each.name().toString());
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeObjectFieldStart("internalParameters");
    json.writeStringField("store", source.store());
    json.writeStringField("host", source.host());
    json.writeNumberField("lsn", source.lsn());
    json.writeArrayFieldStart("processes");
    for (LineageNode each : lineage.nodes()) {
      if (each.isProcess()) {
        process(each);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void process(LineageNode node) throws IOException {
    json.writeStartObject();
    json.writeStringField("colophon_id", node.key());
    json.writeStringField("executable", node.name().toString());
    if (node.process() != null) {
      ProcessDeclaration declaration = node.process().declaration();
      json.writeArrayFieldStart("arguments");
      for (Bytes each : declaration.arguments()) {
        json.writeString(each.toString());
      }
      json.writeEndArray();
      time("startedOn", declaration.startNanos());
      time("finishedOn", node.process().endNanos());
    }
    json.writeEndObject();
  }

  private void descriptors(String field, List<LineageNode> nodes) throws IOException {
    json.writeArrayFieldStart(field);
    for (LineageNode each : nodes) {
      String uri =
          "urn:colophon:%s:%s:%d"
              .formatted(source.store(), each.key(), Math.min(each.boundLsn(), source.lsn()));
      json.writeStartObject();
      if (!each.name().isEmpty()) {
        json.writeStringField("name", each.name().toString());
      }
      json.writeStringField("uri", uri);
      if (each.digest() != null) {
        json.writeObjectFieldStart("digest");
        json.writeStringField("sha256", each.digest().sha256());
        json.writeStringField("gitBlob", each.digest().git());
        json.writeEndObject();
      }
      json.writeObjectFieldStart("annotations");
      json.writeStringField("colophon_id", each.key());
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void metadata() throws IOException {
    json.writeObjectFieldStart("metadata");
    json.writeStringField("invocationId", "urn:colophon:" + source.store() + ":" + source.lsn());
    LongStream starts =
        lineage.nodes().stream()
            .filter(each -> each.process() != null)
            .mapToLong(each -> each.process().declaration().startNanos());
    time("startedOn", starts.filter(each -> each > 0).min().orElse(0));
    LongStream ends =
        lineage.edges().stream()
            .filter(each -> isSubject(lineage.effect(each)) && written.contains(each.effect()))
            .mapToLong(LineageEdge::lastNanos);
    time("finishedOn", ends.max().orElse(0));
    json.writeEndObject();
  }

  private void completeness(List<LineageNode> dependencies, List<LineageNode> byproducts)
      throws IOException {
    List<String> reasons = LeftOut.of(lineage);
    lineage.summary().hosts().missing().forEach(each -> reasons.add("incomplete: " + each));
    if (lineage.summary().hidden() > 0) {
      reasons.add(DisplayText.count(lineage.summary().hidden(), "node") + " hidden by a pattern");
    }
    int origins = dependencies.size() + byproducts.size();
    long unknown =
        Stream.of(dependencies, byproducts)
            .flatMap(List::stream)
            .filter(each -> each.digest() == null)
            .count();
    json.writeStringField(
        "colophon_digests", "%d of %d origins have no digest".formatted(unknown, origins));
    if (absent > 0) {
      json.writeNumberField("colophon_absent", absent);
    }
    if (accepted != null) {
      texts("colophon_as_recorded", accepted);
    }
    json.writeBooleanField("colophon_complete", reasons.isEmpty());
    texts("colophon_incomplete", reasons);
  }

  private void texts(String field, List<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String each : texts) {
      json.writeString(each);
    }
    json.writeEndArray();
  }

  private void time(String field, long nanos) throws IOException {
    if (nanos > 0) {
      json.writeStringField(field, DisplayText.instant(nanos));
    }
  }
}
