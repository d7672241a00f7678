// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;

/**
 * The command-run attestation of Witness: one command, and the files that each of its processes
 * opened. Its schema has no place for gaps, so a statement with gaps has fields beyond the schema.
 *
 * @see <a href="https://witness.dev/docs/docs/attestors/command-run">command-run</a>
 */
public final class CommandRunFormat extends StatementFormat {
  public CommandRunFormat() {
    super(
        "command-run",
        "https://witness.dev/attestations/command-run/v0.1",
        "one command and the files of its processes, as Witness writes them");
  }

  @Override
  void predicate(Statement statement) throws IOException {
    RecordedRun run = statement.run();
    int[] roots = run.roots().toArray();
    if (roots.length != 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "command-run describes one command, not %d; name a run, as 'colophon recordings' shows them"
              .formatted(roots.length));
    }
    JsonGenerator json = statement.json();
    statement.texts("cmd", run.programs().get(roots[0]).arguments());
    json.writeNumberField("exitcode", exitStatus(run, roots[0]));
    Map<Integer, Set<Integer>> opened = new HashMap<>();
    Map<Integer, Integer> code = new HashMap<>();
    for (Use each : run.uses()) {
      opened.computeIfAbsent(each.program(), x -> new HashSet<>()).add(each.file());
      String name = run.files().get(each.file()).name();
      if (each.how() == How.CODE && name.equals(run.programs().get(each.program()).executable())) {
        code.put(each.program(), each.file());
      }
    }
    json.writeArrayFieldStart("processes");
    for (int i = 0; i < run.programs().size(); i++) {
      Integer executable = code.get(i);
      process(
          statement,
          run.programs().get(i),
          executable == null ? List.of() : List.of(run.files().get(executable)),
          opened.getOrDefault(i, Set.of()));
    }
    json.writeEndArray();
    if (!run.isComplete() || !statement.surroundings().differences().isEmpty()) {
      statement.completeness("colophon_");
    }
  }

  /** Returns the status of a process, which may have replaced its program several times. */
  private static int exitStatus(RecordedRun run, int root) {
    int last = root;
    for (int i = root + 1; i < run.programs().size(); i++) {
      Program next = run.programs().get(i);
      last = next.executed() && next.parent() == last ? i : last;
    }
    Integer status = run.programs().get(last).exitStatus();
    if (status == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the exit status of the command is not recorded, and command-run needs it; use --type runtime-trace");
    }
    return status;
  }

  private static void process(
      Statement statement, Program program, List<RunFile> executable, Set<Integer> opened)
      throws IOException {
    JsonGenerator json = statement.json();
    List<Program> all = statement.run().programs();
    json.writeStartObject();
    json.writeStringField("program", program.executable());
    json.writeNumberField("processid", program.pid());
    json.writeNumberField("parentpid", parentPid(all, program));
    for (RunFile each : executable) {
      statement.digest("programdigest", each);
    }
    Path name = Path.of(program.executable()).getFileName();
    json.writeStringField("comm", name == null ? "" : name.toString());
    json.writeStringField("cmdline", String.join(" ", program.arguments()));
    if (!program.environment().isEmpty()) {
      json.writeStringField(
          "environ",
          new TreeMap<>(program.environment())
              .entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")));
    }
    json.writeObjectFieldStart("openedfiles");
    Map<String, RunFile> byName = new TreeMap<>();
    for (int each : opened) {
      RunFile file = statement.run().files().get(each);
      boolean isFirst = !byName.containsKey(file.name());
      if (file.kind() == ObjectKind.FILE && (isFirst || file.role() != RecordedRun.Role.INPUT)) {
        byName.put(file.name(), file);
      }
    }
    for (RunFile each : byName.values()) {
      json.writeObjectFieldStart(each.name());
      if (each.sha256() != null) {
        json.writeStringField("sha256", each.sha256());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Returns the pid of the parent process; 0 if it is not in the run. */
  private static long parentPid(List<Program> all, Program program) {
    Program child = program;
    while (child.parent() >= 0) {
      Program parent = all.get(child.parent());
      if (parent.pid() != program.pid()) {
        return parent.pid();
      }
      child = parent;
    }
    return 0;
  }
}
