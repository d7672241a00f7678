// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings.Revision;
import org.colophon.query.document.Surroundings.SoftwarePackage;

/**
 * SLSA Provenance v1. Files of the system are summed up by their packages. Temporary files are left
 * out. A reader that knows the specification only accepts each field.
 *
 * @see <a href="https://slsa.dev/spec/v1.0/provenance">SLSA Provenance v1</a>
 */
public final class SlsaFormat extends StatementFormat {
  /** Kinds that are inputs only if data came from them. Shells wait for the ends of empty pipes. */
  private static final Set<ObjectKind> STREAMS =
      EnumSet.of(
          ObjectKind.PIPE,
          ObjectKind.FIFO,
          ObjectKind.SOCKET,
          ObjectKind.TERMINAL,
          ObjectKind.DEVICE);

  public SlsaFormat() {
    super(
        "slsa",
        "https://slsa.dev/provenance/v1",
        "SLSA provenance: outputs, their inputs and packages, and the command");
  }

  @Override
  void predicate(Statement statement) throws IOException {
    JsonGenerator json = statement.json();
    json.writeObjectFieldStart("buildDefinition");
    json.writeStringField("buildType", Statement.BUILD_TYPE);
    json.writeObjectFieldStart("externalParameters");
    commands(statement);
    json.writeEndObject();
    json.writeObjectFieldStart("internalParameters");
    internal(statement);
    json.writeEndObject();
    dependencies(statement);
    json.writeEndObject();
    json.writeObjectFieldStart("runDetails");
    details(statement);
    json.writeEndObject();
  }

  private static void commands(Statement statement) throws IOException {
    RecordedRun run = statement.run();
    statement.json().writeArrayFieldStart("commands");
    for (int each : run.roots().toArray()) {
      statement.json().writeStartObject();
      statement.command(run.programs().get(each));
      statement.json().writeEndObject();
    }
    statement.json().writeEndArray();
  }

  private static void internal(Statement statement) throws IOException {
    RecordedRun run = statement.run();
    JsonGenerator json = statement.json();
    json.writeStringField("store", run.store());
    json.writeStringField("host", run.host());
    json.writeNumberField("lsn", run.lsn());
    Set<Integer> packaged = new HashSet<>();
    statement.surroundings().packages().forEach(each -> packaged.addAll(each.files()));
    long other = 0;
    for (int i = 0; i < run.files().size(); i++) {
      RunFile file = run.files().get(i);
      boolean isSummedUp = file.role() == Role.INPUT && file.folded() && !packaged.contains(i);
      other += isSummedUp ? 1 : 0;
    }
    json.writeNumberField("unlistedSystemFilesOfNoPackage", other);
    statement.completeness("");
  }

  private static void dependencies(Statement statement) throws IOException {
    JsonGenerator json = statement.json();
    json.writeArrayFieldStart("resolvedDependencies");
    if (statement.surroundings().revision() != null) {
      revision(json, statement.surroundings().revision());
    }
    for (SoftwarePackage each : statement.surroundings().packages()) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeStringField("uri", each.purl());
      if (each.changed()) {
        json.writeObjectFieldStart("annotations");
        json.writeBooleanField("changedAfterRun", true);
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    Set<Integer> read =
        statement.run().uses().stream()
            .filter(each -> each.bytes() > 0)
            .map(Use::file)
            .collect(Collectors.toSet());
    List<RunFile> files = statement.run().files();
    for (int i = 0; i < files.size(); i++) {
      RunFile each = files.get(i);
      boolean isListed = each.role() == Role.INPUT && !each.folded() && !each.name().isEmpty();
      if (isListed && (!STREAMS.contains(each.kind()) || read.contains(i))) {
        file(statement, each);
      }
    }
    json.writeEndArray();
  }

  private static void file(Statement statement, RunFile file) throws IOException {
    statement.json().writeStartObject();
    statement.descriptor(file);
    statement.json().writeEndObject();
    statement.json().writeEndObject();
  }

  private static void revision(JsonGenerator json, Revision revision) throws IOException {
    boolean isLocal = revision.remote().isEmpty();
    json.writeStartObject();
    json.writeStringField("name", isLocal ? revision.directory() : revision.remote());
    if (!isLocal) {
      json.writeStringField("uri", "git+" + revision.remote() + "@" + revision.commit());
    }
    json.writeObjectFieldStart("digest");
    json.writeStringField("gitCommit", revision.commit());
    json.writeEndObject();
    json.writeObjectFieldStart("annotations");
    json.writeBooleanField("dirty", revision.dirty());
    json.writeBooleanField("movedAfterRunBegan", revision.moved());
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void details(Statement statement) throws IOException {
    JsonGenerator json = statement.json();
    json.writeObjectFieldStart("builder");
    json.writeStringField("id", statement.surroundings().builder());
    json.writeObjectFieldStart("version");
    String[] tool = statement.surroundings().tool().split(" ", 2);
    json.writeStringField(tool[0], tool.length < 2 ? "" : tool[1]);
    json.writeEndObject();
    json.writeEndObject();
    json.writeObjectFieldStart("metadata");
    json.writeStringField("invocationId", statement.invocation());
    statement.time("startedOn", statement.run().begin());
    statement.time("finishedOn", statement.run().end());
    json.writeEndObject();
    List<RunFile> others =
        statement
            .run()
            .files(Role.OUTPUT)
            .filter(each -> each.kind() != ObjectKind.FILE && !each.name().isEmpty())
            .toList();
    json.writeArrayFieldStart("byproducts");
    for (RunFile each : others) {
      file(statement, each);
    }
    json.writeEndArray();
  }
}
