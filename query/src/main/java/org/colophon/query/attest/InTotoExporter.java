package org.colophon.query.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Flow;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.ExportSource;
import org.colophon.query.format.LeftOut;
import org.colophon.query.text.AsciiJson;
import org.colophon.query.text.DisplayText;

/**
 * An in-toto Statement v1 with a SLSA Provenance v1 predicate:
 *
 * <ul>
 *   <li>The subjects are the versions that were asked about.
 *   <li>The resolved dependencies are the versions among their origins that no recorded process
 *       wrote. Versions that a recorded process wrote are byproducts.
 *   <li>The descriptors have no digests of contents yet, but each descriptor of a subject must have
 *       a digest. So a descriptor has the SHA-256 of its URI under the name {@code
 *       colophonVersion}. The URI names a version as of an LSN in the history of one store, which
 *       never changes.
 *   <li>The fields with the prefix {@code colophon_} are extensions that the specification allows.
 * </ul>
 */
public final class InTotoExporter {
  /** Name of the format. */
  public static final String NAME = "in-toto";

  private static final String STATEMENT = "https://in-toto.io/Statement/v1";
  private static final String PREDICATE = "https://slsa.dev/provenance/v1";
  private static final String BUILD_TYPE = "urn:colophon:build:recorded:1";
  private static final String NO_DIGESTS =
      "the statement has no digests of contents; colophonVersion is the SHA-256 of the uri";

  private final Lineage lineage;
  private final ExportSource source;
  private final Set<Integer> written = new HashSet<>();
  private final JsonGenerator json;

  private InTotoExporter(Lineage lineage, ExportSource source, JsonGenerator json) {
    this.lineage = lineage;
    this.source = source;
    this.json = json;
    lineage.edges().stream()
        .filter(each -> each.kind().flow() == Flow.DATA)
        .forEach(each -> written.add(each.effect()));
  }

  /**
   * Rejects a lineage of descendants, and one without an object among its roots.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public static void check(Lineage lineage) {
    boolean hasSubject =
        lineage.query().direction() == Direction.ANCESTORS
            && lineage.nodes().stream().anyMatch(InTotoExporter::isSubject);
    if (!hasSubject) {
      throw ErrorCode.BAD_REQUEST.exception(
          "an in-toto statement has the origins of files: name a file, and leave descendants out");
    }
  }

  private static boolean isSubject(LineageNode node) {
    return node.depth() == 0 && !node.isProcess();
  }

  /** Writes a statement. */
  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    try (JsonGenerator json = AsciiJson.generator(out)) {
      new InTotoExporter(lineage, options.source().get(), json).statement();
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
      } else if (!node.isProcess()) {
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
    completeness();
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
      json.writeObjectFieldStart("digest");
      json.writeStringField("colophonVersion", sha256(uri));
      json.writeEndObject();
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

  private void completeness() throws IOException {
    List<String> reasons = LeftOut.of(lineage);
    lineage.summary().hosts().missing().forEach(each -> reasons.add("incomplete: " + each));
    if (lineage.summary().hidden() > 0) {
      reasons.add(DisplayText.count(lineage.summary().hidden(), "node") + " hidden by a pattern");
    }
    json.writeStringField("colophon_digests", NO_DIGESTS);
    json.writeBooleanField("colophon_complete", reasons.isEmpty());
    json.writeArrayFieldStart("colophon_incomplete");
    for (String each : reasons) {
      json.writeString(each);
    }
    json.writeEndArray();
  }

  private void time(String field, long nanos) throws IOException {
    if (nanos > 0) {
      json.writeStringField(field, DisplayText.instant(nanos));
    }
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
