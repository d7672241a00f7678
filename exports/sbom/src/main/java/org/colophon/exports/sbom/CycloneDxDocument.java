// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.Revision;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.jspecify.annotations.Nullable;

/**
 * A run as a tree of CycloneDX:
 *
 * <ul>
 *   <li>Outputs, packages and inputs are components. A file of a package is an occurrence of the
 *       package. Pipes and temporary files are components of the formulation only.
 *   <li>The run is a workflow, and each program is a task with the files that it used.
 *   <li>An output depends on its origins.
 *   <li>The git id of a content is its SWHID. A licence is not stated, since none is known.
 *   <li>Facts without a place of their own are properties {@code colophon:*}.
 * </ul>
 */
final class CycloneDxDocument {
  private static final String TASK_TYPE = "other";

  private final RunFacts facts;
  private final RecordedRun run;
  private final Surroundings surroundings;

  CycloneDxDocument(RunFacts facts) {
    this.facts = facts;
    this.run = facts.run();
    this.surroundings = facts.surroundings();
  }

  ObjectNode json() {
    String uuid = facts.uuid().toString();
    ObjectNode bom =
        Json.object()
            .put("bomFormat", "CycloneDX")
            .put("specVersion", "1.7")
            .put("serialNumber", "urn:uuid:" + uuid)
            .put("version", 1);
    bom.set("metadata", metadata());
    List<ObjectNode> components = new ArrayList<>();
    List<Integer> outputs = facts.files(Role.OUTPUT);
    if (outputs.size() > 1) {
      outputs.forEach(each -> components.add(file(each)));
    }
    for (int i = 0; i < surroundings.packages().size(); i++) {
      components.add(component(i, surroundings.packages().get(i)));
    }
    facts.files(Role.INPUT).stream()
        .filter(each -> !facts.isPackaged(each))
        .forEach(each -> components.add(file(each)));
    bom.set("components", Json.array(components));
    bom.set("dependencies", Json.array(run.origins().stream().map(this::dependency).toList()));
    bom.set("compositions", Json.array(List.of(composition())));
    bom.set("formulation", Json.array(List.of(formula(uuid))));
    bom.set("properties", properties());
    return bom;
  }

  /** Returns the metadata. A single output is the component that the document describes. */
  private ObjectNode metadata() {
    ObjectNode metadata = Json.object();
    metadata.set("lifecycles", Json.array(List.of(Json.object().put("phase", "build"))));
    ObjectNode tool = Json.object().put("type", "application").put("name", surroundings.tool());
    metadata.set("tools", Json.object().set("components", Json.array(List.of(tool))));
    List<Integer> outputs = facts.files(Role.OUTPUT);
    if (outputs.size() == 1) {
      metadata.set("component", file(outputs.get(0)));
    }
    return metadata;
  }

  private ArrayNode properties() {
    ArrayNode properties = Json.MAPPER.createArrayNode();
    property(properties, "store", run.store());
    property(properties, "host", run.host());
    property(properties, "lsn", run.lsn());
    facts.incomplete().forEach(each -> property(properties, "incomplete", each));
    surroundings.differences().forEach(each -> property(properties, "asRecorded", each));
    return properties;
  }

  private static void property(ArrayNode properties, String name, @Nullable Object value) {
    if (value != null && !value.equals("")) {
      properties.add(Json.object().put("name", "colophon:" + name).put("value", value.toString()));
    }
  }

  private ObjectNode file(int index) {
    RunFile file = run.files().get(index);
    ObjectNode component =
        Json.object()
            .put("type", "file")
            .put("bom-ref", RunFacts.file(index))
            .put("name", RunFacts.name(file));
    if (file.sha256() != null) {
      ObjectNode hash = Json.object().put("alg", "SHA-256").put("content", file.sha256());
      component.set("hashes", Json.array(List.of(hash)));
    }
    if (file.git() != null) {
      component.set("swhid", Json.texts(List.of("swh:1:cnt:" + file.git())));
    }
    ArrayNode properties = Json.MAPPER.createArrayNode();
    property(properties, "id", file.key());
    property(properties, "kind", lower(file.kind()));
    property(properties, "role", lower(file.role()));
    property(properties, "size", file.size());
    property(properties, "folded", file.folded() ? true : null);
    component.set("properties", properties);
    return component;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private ObjectNode component(int index, SoftwarePackage each) {
    ObjectNode component =
        Json.object()
            .put("type", facts.isExecuted(each) ? "application" : "library")
            .put("bom-ref", RunFacts.packageId(index))
            .put("name", each.name());
    if (!each.version().isEmpty()) {
      component.put("version", each.version());
    }
    component.put("purl", each.purl());
    List<ObjectNode> occurrences =
        each.files().stream()
            .map(file -> Json.object().put("location", RunFacts.name(run.files().get(file))))
            .distinct()
            .toList();
    component.set("evidence", Json.object().set("occurrences", Json.array(occurrences)));
    if (each.changed()) {
      ArrayNode properties = Json.MAPPER.createArrayNode();
      property(properties, "changedAfterRun", true);
      component.set("properties", properties);
    }
    return component;
  }

  private ObjectNode dependency(Origins origins) {
    Set<String> causes = new LinkedHashSet<>();
    origins.inputs().forEach(each -> causes.add(facts.owner(each)));
    ObjectNode dependency = Json.object().put("ref", RunFacts.file(origins.output()));
    dependency.set("dependsOn", Json.texts(causes));
    return dependency;
  }

  /** Returns the completeness of dependencies. A record cannot prove that it has everything. */
  private ObjectNode composition() {
    ObjectNode composition =
        Json.object().put("aggregate", run.isComplete() ? "unknown" : "incomplete");
    List<String> outputs = facts.files(Role.OUTPUT).stream().map(RunFacts::file).toList();
    composition.set("dependencies", Json.texts(outputs));
    return composition;
  }

  private ObjectNode formula(String uuid) {
    ObjectNode workflow = task("run", uuid, run.begin(), run.end());
    workflow.set("tasks", Json.array(programs()));
    List<ObjectNode> parents = new ArrayList<>();
    for (int i = 0; i < run.programs().size(); i++) {
      int parent = run.programs().get(i).parent();
      if (parent >= 0) {
        ObjectNode dependency = Json.object().put("ref", RunFacts.program(i));
        dependency.set("dependsOn", Json.texts(List.of(RunFacts.program(parent))));
        parents.add(dependency);
      }
    }
    Json.setUnlessEmpty(workflow, "taskDependencies", Json.array(parents));
    Revision revision = surroundings.revision();
    if (revision != null) {
      revision(workflow, revision);
    }
    ObjectNode formula = Json.object().put("bom-ref", "formula");
    List<ObjectNode> passing = facts.files(Role.INTERMEDIATE).stream().map(this::file).toList();
    Json.setUnlessEmpty(formula, "components", Json.array(passing));
    formula.set("workflows", Json.array(List.of(workflow)));
    return formula;
  }

  private static ObjectNode task(
      String ref, String uid, @Nullable Instant begin, @Nullable Instant end) {
    ObjectNode task = Json.object().put("bom-ref", ref).put("uid", uid);
    task.set("taskTypes", Json.texts(List.of(TASK_TYPE)));
    if (begin != null) {
      task.put("timeStart", begin.toString());
    }
    if (end != null) {
      task.put("timeEnd", end.toString());
    }
    return task;
  }

  private static void revision(ObjectNode workflow, Revision revision) {
    ArrayNode properties = Json.MAPPER.createArrayNode();
    property(properties, "commit", revision.commit());
    property(properties, "remote", revision.remote());
    property(properties, "dirty", revision.dirty());
    property(properties, "commitAfterBegin", revision.moved() ? true : null);
    workflow.set("properties", properties);
  }

  private List<ObjectNode> programs() {
    List<ObjectNode> tasks = new ArrayList<>();
    for (int i = 0; i < run.programs().size(); i++) {
      Program program = run.programs().get(i);
      ObjectNode task = task(RunFacts.program(i), program.key(), program.begin(), program.end());
      task.put("name", program.executable());
      ObjectNode command = Json.object().put("executed", program.command());
      ObjectNode step = Json.object();
      step.set("commands", Json.array(List.of(command)));
      task.set("steps", Json.array(List.of(step)));
      List<ObjectNode> inputs = new ArrayList<>();
      facts.uses(i, EnumSet.of(How.READ, How.CODE)).forEach(each -> inputs.add(use(each)));
      if (!program.environment().isEmpty()) {
        inputs.add(environment(program));
      }
      Json.setUnlessEmpty(task, "inputs", Json.array(inputs));
      List<ObjectNode> outputs =
          facts
              .uses(i, EnumSet.of(How.WRITE))
              .map(each -> use(each).put("type", "artifact"))
              .toList();
      Json.setUnlessEmpty(task, "outputs", Json.array(outputs));
      task.set("properties", properties(program));
      tasks.add(task);
    }
    return tasks;
  }

  private static ArrayNode properties(Program program) {
    ArrayNode properties = Json.MAPPER.createArrayNode();
    property(properties, "pid", program.pid() == 0 ? null : program.pid());
    property(properties, "directory", program.directory());
    property(properties, "exitStatus", program.exitStatus());
    property(properties, "argumentsCut", program.isCut() ? true : null);
    program.agents().forEach(each -> property(properties, "agent", each));
    return properties;
  }

  private static ObjectNode environment(Program program) {
    List<ObjectNode> variables = new ArrayList<>();
    new TreeMap<>(program.environment())
        .forEach(
            (name, value) -> variables.add(Json.object().put("name", name).put("value", value)));
    return Json.object().set("environmentVars", Json.array(variables));
  }

  private ObjectNode use(Use use) {
    ObjectNode used = Json.object();
    used.set("resource", Json.object().put("ref", facts.owner(use.file())));
    ArrayNode properties = Json.MAPPER.createArrayNode();
    property(properties, "how", lower(use.how()));
    property(
        properties,
        "file",
        facts.isPackaged(use.file()) ? RunFacts.name(run.files().get(use.file())) : null);
    property(properties, "count", use.count());
    property(properties, "bytes", use.bytes());
    property(properties, "first", use.first());
    property(properties, "last", use.last());
    property(properties, "attempted", use.attempted() ? true : null);
    used.set("properties", properties);
    return used;
  }
}
