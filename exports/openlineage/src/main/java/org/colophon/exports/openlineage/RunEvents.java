// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.NameChange;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings.Revision;
import org.jspecify.annotations.Nullable;

/**
 * OpenLineage run events of a recorded run. Each command that was traced is a job with one run: its
 * START, then its COMPLETE or FAIL, or RUNNING while it runs. The lineage facet has the inputs that
 * each output really had, where other producers state that all inputs led to all outputs. Ids of
 * runs depend only on the store and the process, so sending the events again changes nothing.
 *
 * @see <a href="https://openlineage.io/spec/2-0-2/OpenLineage.json">OpenLineage 2-0-2</a>
 */
public final class RunEvents {
  private static final int MAX_NAME = 200;

  private final RecordedRun run;
  private final Labels labels;
  private final Consumer<String> remarks;
  private final Facets facets;
  private final Datasets datasets;
  private final List<Set<Integer>> programs = new ArrayList<>();

  /**
   * Names in the events.
   *
   * @param namespace namespace of jobs, such as a host or a team
   * @param job name of the job; null for the command
   * @param tool name and version of this program
   * @param revision state of the version control at the run's directory; null if unknown
   * @param parent the run that started the commands; null for that of their environment
   */
  public record Labels(
      String namespace,
      @Nullable String job,
      String tool,
      @Nullable Revision revision,
      @Nullable ParentRun parent) {
    /** Returns the names for the units of work of connections. */
    private Labels ofParts() {
      return new Labels(namespace, null, tool, null, parent);
    }
  }

  private RunEvents(RecordedRun run, Labels labels, Consumer<String> remarks) {
    this.run = run;
    this.labels = labels;
    this.remarks = remarks;
    this.facets = new Facets("urn:" + labels.tool().strip().replace(' ', ':'));
    this.datasets = new Datasets(run, facets);
    run.roots().forEach(root -> programs.add(below(root)));
  }

  /**
   * Returns the events of a run, in the order of their times within each command. A unit of work
   * that has not ended has none, because its name depends on all its statements. Neither has one
   * that used no table and no file.
   *
   * @param remarks receives what is ignored
   */
  public static List<ObjectNode> of(RecordedRun run, Labels labels, Consumer<String> remarks) {
    RunEvents events = new RunEvents(run, labels, remarks);
    List<ObjectNode> all = new ArrayList<>();
    int[] roots = run.roots().toArray();
    Set<String> parts = new HashSet<>();
    run.parts().forEach(part -> parts.add(part.programs().get(0).key()));
    for (int i = 0; i < roots.length; i++) {
      if (!parts.contains(run.programs().get(roots[i]).key())) {
        all.addAll(events.ofCommand(roots[i], events.programs.get(i)));
      }
    }
    run.parts().forEach(part -> all.addAll(of(part, labels.ofParts(), remarks)));
    return all;
  }

  private Set<Integer> below(int root) {
    Set<Integer> members = new HashSet<>(Set.of(root));
    for (int i = 0; i < run.programs().size(); i++) { // a parent stands before its children
      Program each = run.programs().get(i);
      if (members.contains(each.parent()) && !SqlJob.isUnit(each)) {
        members.add(i);
      }
    }
    return members;
  }

  private List<ObjectNode> ofCommand(int root, Set<Integer> members) {
    List<Program> executed = executed(root);
    Program program = executed.get(0);
    Program last = executed.get(executed.size() - 1);
    Instant begin = program.begin() == null ? run.begin() : program.begin();
    Instant end = last.end() == null ? run.end() : last.end();
    boolean hasEnded = last.exitStatus() != null && end != null;
    int status = last.exitStatus() == null ? 0 : last.exitStatus();
    if (SqlJob.isUnit(program) && !(hasEnded && usesData(program))) {
      return List.of();
    }
    ObjectNode described = runOf(program, parent(executed));
    List<ObjectNode> events = new ArrayList<>();
    if (begin != null) {
      events.add(event("START", begin, program, members, described));
    }
    String type = !hasEnded ? "RUNNING" : status == 0 ? "COMPLETE" : "FAIL";
    Instant time = hasEnded && end != null ? end : lastSeen();
    ObjectNode finish = event(type, time, program, members, described.deepCopy());
    if (type.equals("FAIL")) {
      ((ObjectNode) finish.at("/run/facets"))
          .set(
              "errorMessage",
              facets
                  .facet("ErrorMessageRunFacet", "1-0-1")
                  .put("message", message(program, status))
                  .put("programmingLanguage", program.sql() == null ? "command" : "SQL"));
    }
    events.add(finish);
    return events;
  }

  private boolean usesData(Program unit) {
    boolean hasTables = unit.sql() != null && !unit.sql().tables().isEmpty();
    return hasTables || run.files().stream().anyMatch(RunEvents::isDataset);
  }

  private static String message(Program program, int status) {
    return program.sql() == null || program.sql().outcomes().isEmpty()
        ? "exit status " + status
        : String.join("; ", program.sql().outcomes());
  }

  /** Returns the time of the last known fact. */
  private Instant lastSeen() {
    Stream<@Nullable Instant> programs =
        run.programs().stream().flatMap(each -> Stream.of(each.begin(), each.end()));
    return Stream.concat(programs, run.uses().stream().map(Use::last))
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /** Returns the programs that a process executed, one after the other. */
  private List<Program> executed(int root) {
    List<Program> executed = new ArrayList<>(List.of(run.programs().get(root)));
    int last = root;
    for (int i = root + 1; i < run.programs().size(); i++) {
      Program each = run.programs().get(i);
      if (each.executed() && each.parent() == last) {
        executed.add(each);
        last = i;
      }
    }
    return executed;
  }

  /**
   * Returns the connection of a unit of work. Else returns the given parent, or that of the first
   * program whose environment names one.
   */
  private @Nullable ParentRun parent(List<Program> executed) {
    SqlJob sql = SqlJob.of(executed.get(0));
    if (sql != null && !sql.isSession()) {
      UUID id = idOf(sql.sql().session());
      ParentRun.Id session = new ParentRun.Id(labels.namespace(), sql.sessionName(), id);
      return labels.parent() == null
          ? new ParentRun(session, null)
          : new ParentRun(session, labels.parent().first());
    }
    return labels.parent() != null
        ? labels.parent()
        : executed.stream()
            .map(Program::environment)
            .filter(each -> each.containsKey(ParentRun.VARIABLE))
            .findFirst()
            .map(each -> ParentRun.of(each, remarks))
            .orElse(null);
  }

  private ObjectNode event(
      String type, Instant time, Program program, Set<Integer> members, ObjectNode described) {
    boolean isStart = type.equals("START");
    ObjectNode event = facets.event(type, time.toString());
    event.set("run", described);
    Set<Integer> inputs = isStart ? Set.of() : inputs(members);
    Set<Integer> outputs = isStart ? Set.of() : outputs(members);
    ObjectNode job =
        Facets.object().put("namespace", labels.namespace()).put("name", name(program));
    List<NameChange> changes = isStart ? List.of() : changes();
    job.set("facets", jobFacets(program, outputs, changes));
    event.set("job", job);
    event.set("inputs", datasets.inputs(inputs));
    event.set("outputs", datasets.outputs(outputs, changes));
    return event;
  }

  private ObjectNode runOf(Program program, @Nullable ParentRun parent) {
    ObjectNode made = Facets.object().put("runId", idOf(program.key()).toString());
    ObjectNode all = made.putObject("facets");
    all.set(
        "processing_engine",
        facets
            .facet("ProcessingEngineRunFacet", "1-1-1")
            .put("name", "colophon")
            .put("version", labels.tool().replaceFirst(".* ", "")));
    ObjectNode capture = facets.custom("urn:colophon:openlineage:capture:1");
    capture.put("complete", run.isComplete()).put("lsn", run.lsn()).put("store", run.store());
    ArrayNode gaps = capture.putArray("gaps");
    run.gaps().forEach(gaps::add);
    all.set("colophon_capture", capture);
    if (parent != null) {
      all.set("parent", parent.facet(facets));
    }
    return made;
  }

  private UUID idOf(String process) {
    String identity = "colophon:" + run.store() + ":" + run.host() + ":" + process;
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8));
  }

  private String name(Program program) {
    SqlJob sql = SqlJob.of(program);
    String words =
        sql != null
            ? sql.name()
            : program.arguments().isEmpty()
                ? program.executable()
                : String.join(" ", program.arguments());
    String name = labels.job() == null ? words : labels.job();
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "\u2026";
  }

  private ObjectNode jobFacets(Program program, Set<Integer> outputs, List<NameChange> changes) {
    ObjectNode all = Facets.object();
    SqlJob sql = SqlJob.of(program);
    if (sql == null) {
      all.set("jobType", facets.jobType("COLOPHON", "COMMAND"));
    } else {
      sql.putFacets(all, facets);
    }
    Revision revision = labels.revision();
    if (revision != null && !revision.moved()) {
      ObjectNode location = facets.facet("SourceCodeLocationJobFacet", "1-1-0").put("type", "git");
      String directory = "file://" + run.hostName() + revision.directory();
      location.put("url", revision.remote().isEmpty() ? directory : revision.remote());
      all.set(
          "sourceCodeLocation",
          location.put("version", revision.commit() + (revision.dirty() ? "-dirty" : "")));
    }
    if (isOneCommand() && (!outputs.isEmpty() || !changes.isEmpty())) {
      all.set("lineage", lineage(outputs, changes));
    }
    return all;
  }

  private boolean isOneCommand() {
    return run.roots().count() == 1 && run.parts().isEmpty();
  }

  /** Returns the files that lost a name. Of several commands, the one that did it is unknown. */
  private List<NameChange> changes() {
    return isOneCommand() ? run.changes() : List.of();
  }

  /** Returns the inputs that led to each output. */
  private ObjectNode lineage(Set<Integer> outputs, List<NameChange> changes) {
    Map<Integer, List<Integer>> origins = new HashMap<>();
    for (Origins each : run.origins()) {
      origins.put(each.output(), each.inputs());
    }
    ObjectNode facet = facets.facet("LineageFacet", "1-0-0", "LineageJobFacet");
    ArrayNode entries = facet.putArray("entries");
    for (int output : outputs) {
      ObjectNode entry = datasets.named(run.files().get(output)).put("type", "DATASET");
      ArrayNode inputs = entry.putArray("inputs");
      origins.getOrDefault(output, List.of()).stream()
          .map(run.files()::get)
          .filter(RunEvents::isShown)
          .forEach(each -> inputs.add(datasets.named(each).put("type", "DATASET")));
      entries.add(entry);
    }
    Map<String, String> renamed = Datasets.renamed(changes);
    outputs.forEach(each -> renamed.remove(run.files().get(each).name()));
    renamed.keySet().forEach(each -> entries.add(datasets.unchanged(each)));
    return facet;
  }

  private Set<Integer> inputs(Set<Integer> members) {
    Set<Integer> written = used(members, true);
    Set<Integer> read = used(members, false);
    read.removeIf(each -> written.contains(each) || !isShown(run.files().get(each)));
    return read;
  }

  private Set<Integer> outputs(Set<Integer> members) {
    Set<Integer> written = used(members, true);
    Set<Integer> others = new HashSet<>(IntStream.range(0, run.programs().size()).boxed().toList());
    others.removeAll(members);
    Set<Integer> readByOthers = used(others, false);
    written.removeIf(
        each -> {
          RunFile file = run.files().get(each);
          boolean isKept = file.role() == Role.OUTPUT || readByOthers.contains(each);
          return !isKept || !isDataset(file);
        });
    return written;
  }

  private Set<Integer> used(Set<Integer> members, boolean isWrite) {
    Set<Integer> files = new TreeSet<>();
    for (Use use : run.uses()) {
      if (members.contains(use.program()) && (use.how() == How.WRITE) == isWrite) {
        files.add(use.file());
      }
    }
    return files;
  }

  private static boolean isShown(RunFile file) {
    return !file.folded() && isDataset(file);
  }

  private static boolean isDataset(RunFile file) {
    return switch (file.kind()) {
      case FILE, TABLE -> !file.name().isEmpty();
      default -> false;
    };
  }
}
