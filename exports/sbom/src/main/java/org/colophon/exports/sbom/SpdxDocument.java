// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.jspecify.annotations.Nullable;

/**
 * A run as elements of SPDX:
 *
 * <ul>
 *   <li>The run is a build, an ancestor of one build for each program. Inputs, outputs, tools and
 *       agents are its relationships.
 *   <li>A tool is code that a program executed or loaded: its package if known, else its file.
 *   <li>An output depends on its origins. The relationship is incomplete if the run is.
 *   <li>The licence of a package is NoAssertion, because the run does not know it.
 *   <li>An annotation of the build states each gap.
 * </ul>
 */
final class SpdxDocument {
  private static final String CONTEXT = "https://spdx.org/rdf/3.0.1/spdx-context.jsonld";
  private static final String CREATION = "_:creation";
  private static final String BUILD_TYPE = "urn:colophon:build:recorded:1";
  private static final String NO_LICENCE = "expandedlicensing_NoAssertionLicense";
  private static final String TOOL = "tool";
  private static final String RUN = "run";
  private static final Set<How> ALL_USES = EnumSet.allOf(How.class);

  private final RunFacts facts;
  private final RecordedRun run;
  private final Surroundings surroundings;
  private final String namespace;
  private final List<ObjectNode> elements = new ArrayList<>();
  private final Map<String, String> agents = new LinkedHashMap<>();

  SpdxDocument(RunFacts facts) {
    this.facts = facts;
    this.run = facts.run();
    this.surroundings = facts.surroundings();
    this.namespace = "urn:uuid:" + facts.uuid(surroundings.now().toString()) + "#";
  }

  ObjectNode json() {
    element("SoftwareAgent", TOOL).put("name", surroundings.tool());
    for (int i = 0; i < run.files().size(); i++) {
      addFile(i, run.files().get(i));
    }
    for (int i = 0; i < surroundings.packages().size(); i++) {
      addPackage(i, surroundings.packages().get(i));
    }
    addBuilds();
    run.origins().forEach(this::addOrigins);
    facts.incomplete().forEach(each -> annotate("incomplete: " + each));
    surroundings.differences().forEach(each -> annotate("as recorded: " + each));
    if (surroundings.revision() != null) {
      annotate("version control: " + surroundings.revision());
    }
    List<ObjectNode> graph = new ArrayList<>();
    graph.add(creation());
    graph.addAll(collections());
    graph.addAll(elements);
    ObjectNode document = Json.object().put("@context", CONTEXT);
    document.set("@graph", Json.array(graph));
    return document;
  }

  private ObjectNode creation() {
    ObjectNode creation =
        Json.object()
            .put("type", "CreationInfo")
            .put("@id", CREATION)
            .put("specVersion", "3.0.1")
            .put("created", time(surroundings.now()));
    creation.set("createdBy", ids(List.of(TOOL)));
    return creation;
  }

  /** Returns the document and its bill of materials. */
  private List<ObjectNode> collections() {
    ArrayNode all = Json.MAPPER.createArrayNode();
    elements.forEach(each -> all.add(each.get("spdxId")));
    ObjectNode bill = newElement("software_Sbom", "sbom");
    bill.set("software_sbomType", Json.texts(List.of("build")));
    bill.set("rootElement", ids(List.of(RUN)));
    bill.set("element", all);
    ObjectNode document = newElement("SpdxDocument", "document");
    document.put(
        "comment", "store %s, host %s, LSN %d".formatted(run.store(), run.host(), run.lsn()));
    document.set("profileConformance", Json.texts(List.of("core", "software", "build")));
    document.set("rootElement", ids(List.of("sbom")));
    document.set("element", all.deepCopy().add(id("sbom")));
    return List.of(document, bill);
  }

  private ObjectNode newElement(String type, String id) {
    return Json.object().put("type", type).put("spdxId", id(id)).put("creationInfo", CREATION);
  }

  private ObjectNode element(String type, String id) {
    ObjectNode element = newElement(type, id);
    elements.add(element);
    return element;
  }

  private String id(String local) {
    return namespace + local;
  }

  private ArrayNode ids(Collection<String> locals) {
    return Json.texts(locals.stream().map(this::id).toList());
  }

  private static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static void time(ObjectNode element, String field, @Nullable Instant time) {
    if (time != null) {
      element.put(field, time(time));
    }
  }

  private void addFile(int index, RunFile file) {
    ObjectNode element = element("software_File", RunFacts.file(index));
    element.put("name", RunFacts.name(file));
    element.put("comment", "%s, %s".formatted(file.key(), lower(file.role())));
    if (file.kind() != ObjectKind.FILE) {
      element.put("description", "no file, but: " + lower(file.kind()));
    }
    if (file.sha256() != null) {
      ObjectNode hash =
          Json.object()
              .put("type", "Hash")
              .put("algorithm", "sha256")
              .put("hashValue", file.sha256());
      element.set("verifiedUsing", Json.array(List.of(hash)));
    }
    if (file.git() != null) {
      ObjectNode content =
          Json.object()
              .put("type", "software_ContentIdentifier")
              .put("software_contentIdentifierType", "swhid")
              .put("software_contentIdentifierValue", "swh:1:cnt:" + file.git());
      element.set("software_contentIdentifier", Json.array(List.of(content)));
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private void addPackage(int index, SoftwarePackage each) {
    String id = RunFacts.packageId(index);
    ObjectNode element = element("software_Package", id);
    element.put("name", each.name()).put("software_packageUrl", each.purl());
    if (!each.version().isEmpty()) {
      element.put("software_packageVersion", each.version());
    }
    if (each.changed()) {
      element.put("comment", "installed or changed after the run ended");
    }
    relate("Relationship", "contains", id, each.files().stream().map(RunFacts::file).toList());
    newRelation("Relationship", "hasConcludedLicense", id)
        .set("to", Json.texts(List.of(NO_LICENCE)));
  }

  private void addBuilds() {
    ObjectNode whole = build(RUN, run.begin(), run.end());
    whole.put("build_buildId", facts.uuid().toString());
    List<String> roots = run.roots().mapToObj(RunFacts::program).toList();
    for (int i = 0; i < run.programs().size(); i++) {
      addProgram(i, run.programs().get(i));
    }
    relateBuild("hasInput", RUN, facts.files(Role.INPUT).stream().map(RunFacts::file).toList());
    relateBuild("hasOutput", RUN, facts.files(Role.OUTPUT).stream().map(RunFacts::file).toList());
    relateBuild("usesTool", RUN, owners(run.uses(), EnumSet.of(How.CODE)));
    relateBuild("invokedBy", RUN, agents.values());
    relate("Relationship", "ancestorOf", RUN, roots);
  }

  private ObjectNode build(String id, @Nullable Instant begin, @Nullable Instant end) {
    ObjectNode build = element("build_Build", id).put("build_buildType", BUILD_TYPE);
    time(build, "build_buildStartTime", begin);
    time(build, "build_buildEndTime", end);
    return build;
  }

  private void addProgram(int index, Program program) {
    String id = RunFacts.program(index);
    ObjectNode build = build(id, program.begin(), program.end());
    build.put("name", program.executable().isEmpty() ? program.key() : program.executable());
    build.put("build_buildId", program.key());
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("command", program.command());
    parameters.put("directory", program.directory());
    if (program.exitStatus() != null) {
      parameters.put("exitStatus", program.exitStatus().toString());
    }
    build.set("build_parameter", entries(parameters));
    Json.setUnlessEmpty(build, "build_environment", entries(new TreeMap<>(program.environment())));
    List<RecordedRun.Use> uses = facts.uses(index, ALL_USES).toList();
    relateBuild("hasInput", id, files(uses, How.READ));
    relateBuild("hasOutput", id, files(uses, How.WRITE));
    relateBuild("usesTool", id, owners(uses, EnumSet.of(How.CODE)));
    relateBuild("invokedBy", id, program.agents().stream().map(this::agent).toList());
    List<String> children = new ArrayList<>();
    for (int i = 0; i < run.programs().size(); i++) {
      if (run.programs().get(i).parent() == index) {
        children.add(RunFacts.program(i));
      }
    }
    relate("Relationship", "ancestorOf", id, children);
  }

  private static ArrayNode entries(Map<String, String> texts) {
    List<ObjectNode> entries = new ArrayList<>();
    texts.forEach(
        (key, value) ->
            entries.add(
                Json.object().put("type", "DictionaryEntry").put("key", key).put("value", value)));
    return Json.array(entries);
  }

  private String agent(String name) {
    return agents.computeIfAbsent(
        name,
        key -> {
          String id = "agent-" + agents.size();
          element("Agent", id).put("name", name);
          return id;
        });
  }

  private static Set<String> files(List<RecordedRun.Use> uses, How how) {
    return uses.stream()
        .filter(each -> each.how() == how)
        .map(each -> RunFacts.file(each.file()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Set<String> owners(List<RecordedRun.Use> uses, Set<How> how) {
    return uses.stream()
        .filter(each -> how.contains(each.how()))
        .map(each -> facts.owner(each.file()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void addOrigins(Origins origins) {
    List<String> causes = origins.inputs().stream().map(RunFacts::file).toList();
    relateBuild("dependsOn", RunFacts.file(origins.output()), causes);
  }

  private void relateBuild(String kind, String from, Collection<String> to) {
    if (!to.isEmpty()) {
      relate("LifecycleScopedRelationship", kind, from, to)
          .put("scope", "build")
          .put("completeness", run.isComplete() ? "noAssertion" : "incomplete");
    }
  }

  private ObjectNode relate(String type, String kind, String from, Collection<String> to) {
    if (to.isEmpty()) {
      return Json.object();
    }
    return newRelation(type, kind, from).set("to", ids(to));
  }

  private ObjectNode newRelation(String type, String kind, String from) {
    return element(type, "relationship-" + elements.size())
        .put("relationshipType", kind)
        .put("from", id(from));
  }

  private void annotate(String statement) {
    element("Annotation", "annotation-" + elements.size())
        .put("annotationType", "other")
        .put("subject", id(RUN))
        .put("statement", statement);
  }
}
