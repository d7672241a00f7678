// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;

/**
 * All programs, connections and file accesses of a run. A file that changed during the run has an
 * entry for each version.
 *
 * @see <a
 *     href="https://github.com/in-toto/attestation/blob/main/spec/predicates/runtime-trace.md">Runtime
 *     traces</a>
 */
public final class RuntimeTraceFormat extends StatementFormat {
  private static final Pattern HOST = Pattern.compile(".*\\(([0-9a-f]{32})\\)");
  private static final Pattern CONNECTION =
      Pattern.compile("(tcp|udp)://\\[?([0-9A-Fa-f.:]+?)\\]?:([0-9]{1,5})(?:[/ ].*)?");

  public RuntimeTraceFormat() {
    super(
        "runtime-trace",
        "https://in-toto.io/attestation/runtime-trace/v0.1",
        "every program, connection and file access of a run");
  }

  @Override
  void predicate(Statement statement) throws IOException {
    RecordedRun run = statement.run();
    JsonGenerator json = statement.json();
    Matcher host = HOST.matcher(run.host());
    json.writeObjectFieldStart("monitor");
    json.writeStringField("type", Statement.BUILD_TYPE);
    json.writeEndObject();
    json.writeObjectFieldStart("monitoredProcess");
    json.writeStringField(
        "hostID", "urn:colophon:host:" + (host.matches() ? host.group(1) : "unknown"));
    json.writeStringField("type", Statement.BUILD_TYPE);
    json.writeStringField("event", statement.invocation());
    json.writeEndObject();
    json.writeObjectFieldStart("monitorLog");
    json.writeArrayFieldStart("process");
    for (Program each : run.programs()) {
      program(statement, each);
    }
    json.writeEndArray();
    files(statement);
    json.writeEndObject();
    json.writeObjectFieldStart("metadata");
    statement.time("buildStartedOn", run.begin());
    statement.time("buildFinishedOn", run.end());
    json.writeEndObject();
    statement.completeness("colophon_");
  }

  private static void program(Statement statement, Program program) throws IOException {
    JsonGenerator json = statement.json();
    json.writeStartObject();
    json.writeStringField("key", program.key());
    if (program.parent() >= 0) {
      json.writeStringField("parent", statement.run().programs().get(program.parent()).key());
    }
    json.writeNumberField("pid", program.pid());
    json.writeStringField("executable", program.executable());
    statement.command(program);
    statement.time("startedOn", program.begin());
    statement.time("finishedOn", program.end());
    if (program.exitStatus() != null) {
      json.writeNumberField("exitStatus", program.exitStatus());
    }
    json.writeEndObject();
  }

  private static void files(Statement statement) throws IOException {
    RecordedRun run = statement.run();
    Map<Integer, List<Use>> uses = run.uses().stream().collect(Collectors.groupingBy(Use::file));
    List<Integer> sockets =
        IntStream.range(0, run.files().size()).filter(each -> isSocket(run, each)).boxed().toList();
    statement.json().writeArrayFieldStart("network");
    for (int each : sockets) {
      for (Use use : uses.getOrDefault(each, List.of())) {
        connection(statement, run.files().get(each), use);
      }
    }
    statement.json().writeEndArray();
    statement.json().writeArrayFieldStart("fileAccess");
    for (int i = 0; i < run.files().size(); i++) {
      if (!isSocket(run, i)) {
        file(statement, run.files().get(i), uses.getOrDefault(i, List.of()));
      }
    }
    statement.json().writeEndArray();
  }

  private static boolean isSocket(RecordedRun run, int file) {
    return run.files().get(file).kind() == ObjectKind.SOCKET;
  }

  private static void connection(Statement statement, RunFile socket, Use use) throws IOException {
    JsonGenerator json = statement.json();
    Matcher name = CONNECTION.matcher(socket.name());
    json.writeStartObject();
    if (name.matches()) {
      json.writeStringField("ip", name.group(2));
      json.writeNumberField("port", Integer.parseInt(name.group(3)));
      json.writeStringField("protocol", name.group(1));
    }
    json.writeStringField("name", socket.name());
    json.writeObjectFieldStart("invokingProcess");
    use(statement, use);
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void file(Statement statement, RunFile file, List<Use> uses) throws IOException {
    JsonGenerator json = statement.json();
    json.writeStartObject();
    statement.descriptor(file);
    json.writeStringField("kind", word(file.kind()));
    json.writeStringField("role", word(file.role()));
    json.writeArrayFieldStart("uses");
    for (Use each : uses) {
      json.writeStartObject();
      use(statement, each);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void use(Statement statement, Use use) throws IOException {
    JsonGenerator json = statement.json();
    Program program = statement.run().programs().get(use.program());
    json.writeStringField("key", program.key());
    json.writeNumberField("pid", program.pid());
    json.writeStringField("access", word(use.how()));
    json.writeNumberField("count", use.count());
    json.writeNumberField("bytes", use.bytes());
    if (use.attempted()) {
      json.writeBooleanField("attempted", true);
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
