// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.colophon.core.error.ErrorCode;
import org.colophon.exports.crate.CrateFiles.Data;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a crate:
 *
 * <ul>
 *   <li>A program is a CreateAction, or an ActivateAction if it wrote nothing. Its instrument is
 *       the package of its executable, else the executable.
 *   <li>A package that a program only used is a requirement of the instrument.
 *   <li>Other files than those of the crate are creative works with a name and a digest.
 *   <li>A workflow is the main entity, with an action for the whole run.
 * </ul>
 */
final class CrateMetadata {
  private static final String TERMS = "https://w3id.org/ro/terms/workflow-run#";
  private static final String RUN_PROFILES = "https://w3id.org/ro/wfrun/";
  private static final String VERSION = "https://w3id.org/ro/crate/1.1";
  private static final String WORKFLOW = "https://w3id.org/workflowhub/workflow-ro-crate/1.0";
  private static final String ROOT = "./";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'+00:00'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final RecordedRun run;
  private final Surroundings surroundings;
  private final CrateOptions options;
  private final CrateFiles files;
  private final Map<String, ObjectNode> entities = new LinkedHashMap<>();
  private final Map<Integer, Integer> packages = new HashMap<>();
  private final int workflow;

  CrateMetadata(
      RecordedRun run, Surroundings surroundings, CrateOptions options, CrateFiles files) {
    this.run = run;
    this.surroundings = surroundings;
    this.options = options;
    this.files = files;
    this.workflow = options.workflow() == null ? -1 : workflow(options.workflow());
    for (int i = 0; i < surroundings.packages().size(); i++) {
      for (int file : surroundings.packages().get(i).files()) {
        packages.putIfAbsent(file, i);
      }
    }
  }

  private int workflow(String path) {
    return files.data().entrySet().stream()
        .filter(each -> each.getValue().path().equals(path))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.BAD_REQUEST.exception(
                    "the crate has no file %s: name a file below the run's directory that the run read, without --without-data"
                        .formatted(path)));
  }

  /** Returns the title of the crate. */
  String title() {
    if (options.name() != null) {
      return options.name();
    }
    return run.roots()
        .mapToObj(each -> run.programs().get(each).command())
        .findFirst()
        .orElse("Run without a program");
  }

  ObjectNode json() {
    ObjectNode about = entity(CrateFiles.METADATA, "CreativeWork");
    about.set("about", reference(ROOT));
    set(about, "conformsTo", workflow < 0 ? List.of(VERSION) : List.of(VERSION, WORKFLOW));
    entity(CrateFiles.PREVIEW, "CreativeWork").set("about", reference(ROOT));
    addRoot(entity(ROOT, "Dataset"));
    for (int i = 0; i < run.files().size(); i++) {
      addFile(i, run.files().get(i));
    }
    List<String> actions = new ArrayList<>();
    for (int i = 0; i < run.programs().size(); i++) {
      actions.add(addAction(i, run.programs().get(i)));
    }
    if (workflow >= 0) {
      actions.add(addWorkflow());
    }
    set(Objects.requireNonNull(entities.get(ROOT)), "mentions", actions);
    ObjectNode terms = object();
    terms.put("environment", TERMS + "environment").put("sha256", TERMS + "sha256");
    ObjectNode document = object();
    document.putArray("@context").add(VERSION + "/context").add(terms);
    document.putArray("@graph").addAll(entities.values());
    return document;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private ObjectNode entity(String id, String type) {
    return entities.computeIfAbsent(id, key -> object().put("@id", id).put("@type", type));
  }

  private static ObjectNode reference(String id) {
    return object().put("@id", id);
  }

  private static ArrayNode references(Collection<String> ids) {
    ArrayNode references = JsonNodeFactory.instance.arrayNode();
    ids.forEach(each -> references.add(reference(each)));
    return references;
  }

  private static void set(ObjectNode entity, String field, Collection<String> ids) {
    ArrayNode references = references(ids);
    if (!ids.isEmpty()) {
      // RO-Crate recommends a single value instead of an array with one element.
      entity.set(field, ids.size() == 1 ? references.get(0) : references);
    }
  }

  private void addRoot(ObjectNode root) {
    root.put("name", title()).put("description", description());
    root.put("datePublished", TIME.format(surroundings.now()));
    List<String> profiles = new ArrayList<>();
    profiles.add(profile("Process Run Crate", "process"));
    if (workflow >= 0) {
      profiles.add(profile("Workflow Run Crate", "workflow"));
      profiles.add(profile("Provenance Run Crate", "provenance"));
      entity(WORKFLOW, "CreativeWork").put("name", "Workflow RO-Crate").put("version", "1.0");
      profiles.add(WORKFLOW);
      root.set("mainEntity", reference(file(workflow)));
    }
    set(root, "conformsTo", profiles);
    set(root, "hasPart", files.data().keySet().stream().map(this::file).toList());
    String licence = options.license() == null ? "#licence" : options.license();
    root.set("license", reference(licence));
    entity(licence, "CreativeWork")
        .put("name", options.license() == null ? "NOASSERTION" : licence)
        .put("description", options.license() == null ? "No licence is known." : "The licence");
    if (options.organization() != null) {
      String url = options.organizationUrl();
      String id = url == null ? "#organization" : url;
      ObjectNode organization = entity(id, "Organization").put("name", options.organization());
      if (url != null) {
        organization.put("url", url);
      }
      root.set("publisher", reference(id));
    }
    if (options.author() != null) {
      ObjectNode author = entity("#author", "Person").put("name", options.author());
      if (options.organization() != null) {
        author.set("affiliation", root.get("publisher"));
      }
      root.set("author", reference("#author"));
    }
  }

  private String profile(String name, String kind) {
    String id = RUN_PROFILES + kind + "/0.5";
    entity(id, "CreativeWork").put("name", name).put("version", "0.5");
    return id;
  }

  /** Returns what the crate has, and what it lacks. */
  private String description() {
    List<String> parts = new ArrayList<>();
    parts.add(
        "Recorded by %s on host %s, store %s as of LSN %d."
            .formatted(surroundings.tool(), run.host(), run.store(), run.lsn()));
    if (run.running()) {
      parts.add("Incomplete: a program of the run had not ended.");
    }
    run.gaps().forEach(each -> parts.add("Incomplete: " + each + "."));
    surroundings.differences().forEach(each -> parts.add("Differs from the disk: " + each + "."));
    if (!options.withData()) {
      parts.add("Files are references without data.");
    }
    return String.join(" ", parts);
  }

  private String file(int index) {
    Data data = files.data().get(index);
    return data == null ? "#file-" + index : encoded(data.path());
  }

  /** Returns a path as a relative URI. */
  private static String encoded(String path) {
    StringBuilder uri = new StringBuilder();
    for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain =
          (each >= 'a' && each <= 'z')
              || (each >= 'A' && each <= 'Z')
              || (each >= '0' && each <= '9')
              || "-._~/".indexOf(each) >= 0;
      uri.append(isPlain ? Character.toString(each) : String.format("%%%02X", each));
    }
    return uri.toString();
  }

  private void addFile(int index, RunFile file) {
    if (packages.containsKey(index) && file.role() == Role.INPUT) {
      return;
    }
    Data data = files.data().get(index);
    ObjectNode entity = entity(file(index), data == null ? "CreativeWork" : "File");
    entity.put("name", data == null ? name(file) : data.path());
    String sha256 = data == null ? file.sha256() : data.sha256();
    if (sha256 != null) {
      entity.put("sha256", sha256);
    }
    List<String> remarks = new ArrayList<>();
    if (data != null) {
      entity.put("contentSize", Long.toString(data.size()));
      entity.put("encodingFormat", mediaType(data.path()));
      if (!data.isVerified()) {
        remarks.add("The record has no digest of this file, so it is not verified.");
      }
    } else {
      remarks.add(
          "%s (%s), not part of the crate. %s"
              .formatted(lower(file.kind()), lower(file.role()), files.reason(index))
              .strip());
    }
    if (!remarks.isEmpty()) {
      entity.put("description", String.join(" ", remarks));
    }
  }

  private static String mediaType(String path) {
    return Objects.requireNonNullElse(
        URLConnection.guessContentTypeFromName(path), "application/octet-stream");
  }

  private static String name(RunFile file) {
    return file.name().isEmpty() ? file.key() : file.name();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private String addAction(int index, Program program) {
    Set<String> objects = new LinkedHashSet<>();
    Set<String> results = new LinkedHashSet<>();
    Set<String> requirements = new LinkedHashSet<>();
    String instrument = instrument(program, index);
    for (Use each : run.uses()) {
      if (each.program() == index) {
        Integer owner = each.how() == How.WRITE ? null : packages.get(each.file());
        if (owner != null) {
          requirements.add(software(owner));
        } else {
          (each.how() == How.WRITE ? results : objects).add(file(each.file()));
        }
      }
    }
    requirements.remove(instrument);
    require(instrument, requirements);
    String type = results.isEmpty() ? "ActivateAction" : "CreateAction";
    String id = "#program-" + index;
    ObjectNode action = action(id, type, instrument, program.begin(), program.end());
    action.put("name", baseName(program.executable(), program.key()));
    action.put("description", program.command());
    set(action, "object", objects);
    set(action, "result", results);
    addStatus(action, program.exitStatus());
    List<String> agents = new ArrayList<>();
    agents(program).forEach(each -> agents.add(agent(each)));
    set(action, "agent", agents);
    List<String> variables = new ArrayList<>();
    new TreeMap<>(program.environment())
        .forEach(
            (name, value) -> {
              String variable = "%s-variable-%d".formatted(id, variables.size());
              entity(variable, "PropertyValue").put("name", name).put("value", value);
              variables.add(variable);
            });
    set(action, "environment", variables);
    return id;
  }

  private ObjectNode action(
      String id, String type, String instrument, @Nullable Instant begin, @Nullable Instant end) {
    ObjectNode action = entity(id, type);
    action.set("instrument", reference(instrument));
    if (begin != null) {
      action.put("startTime", TIME.format(begin));
    }
    if (end != null) {
      action.put("endTime", TIME.format(end));
    }
    return action;
  }

  private static void addStatus(ObjectNode action, @Nullable Integer exitStatus) {
    if (exitStatus != null) {
      String status = exitStatus == 0 ? "CompletedActionStatus" : "FailedActionStatus";
      action.put("actionStatus", "http://schema.org/" + status);
      if (exitStatus != 0) {
        action.put("error", "exit status " + exitStatus);
      }
    }
  }

  private static String baseName(String path, String otherwise) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? otherwise : name;
  }

  /** Adds packages to the requirements of an instrument. */
  private void require(String instrument, Set<String> requirements) {
    ObjectNode entity = Objects.requireNonNull(entities.get(instrument));
    Set<String> all =
        new LinkedHashSet<>(entity.path("softwareRequirements").findValuesAsText("@id"));
    all.addAll(requirements);
    set(entity, "softwareRequirements", all);
  }

  /** Returns the agents of a program. Recorders state them again only if they change. */
  private List<String> agents(Program program) {
    return program.agents().isEmpty() && program.parent() >= 0
        ? agents(run.programs().get(program.parent()))
        : program.agents();
  }

  private String agent(String name) {
    String id = "#agent-" + encoded(name);
    entity(id, "Person").put("name", name);
    return id;
  }

  /** Adds the tool of a program: a package, or an executable, which may be a file of the crate. */
  private String instrument(Program program, int index) {
    String executable = program.executable();
    List<Integer> versions =
        IntStream.range(0, run.files().size())
            .filter(each -> !executable.isEmpty())
            .filter(each -> run.files().get(each).name().equals(executable))
            .boxed()
            .toList();
    for (int each : versions) {
      Integer owner = packages.get(each);
      if (owner != null) {
        return software(owner);
      }
    }
    String place = executable.startsWith("/") ? "file://" + encoded(executable) : null;
    String id = place == null ? "#executable-" + index : place;
    ObjectNode entity = entity(id, "SoftwareApplication");
    entity.put("name", executable.isEmpty() ? program.key() : executable);
    if (place != null) {
      entity.put("url", place);
    }
    versions.forEach(each -> describe(entity, each));
    return id;
  }

  /** States the content of an executable as its version. */
  private void describe(ObjectNode executable, int file) {
    Data data = files.data().get(file);
    String sha256 = data == null ? run.files().get(file).sha256() : data.sha256();
    if (sha256 != null) {
      executable.put("softwareVersion", "sha256:" + sha256);
    }
    if (data != null) {
      set(executable, "hasPart", List.of(file(file)));
    }
  }

  private String software(int index) {
    SoftwarePackage each = surroundings.packages().get(index);
    String page = page(each);
    String id = (page == null ? "" : page) + "#package-" + index;
    ObjectNode entity = entity(id, "SoftwareApplication");
    entity.put("name", each.name()).put("identifier", each.purl());
    if (!each.version().isEmpty()) {
      entity.put("softwareVersion", each.version());
    }
    if (page != null) {
      entity.put("url", page);
    }
    if (each.changed()) {
      entity.put("description", "The package was installed or changed after the run ended.");
    }
    return id;
  }

  /** Returns the page of a package in its archive; null if it is not known. */
  private static @Nullable String page(SoftwarePackage each) {
    String name = encoded(each.name());
    if (each.purl().startsWith("pkg:deb/debian/")) {
      return "https://packages.debian.org/" + name;
    }
    return each.type().equals("pypi") ? "https://pypi.org/project/" + name : null;
  }

  /** Adds the workflow and the action that stands for the whole run. */
  private String addWorkflow() {
    String id = file(workflow);
    ObjectNode main = Objects.requireNonNull(entities.get(id));
    main.putArray("@type").add("File").add("SoftwareSourceCode").add("ComputationalWorkflow");
    main.put("version", "sha256:" + main.path("sha256").asText());
    main.remove("softwareVersion");
    String language = language(Objects.requireNonNull(options.workflow()));
    entity("#language", "ComputerLanguage").put("name", language);
    main.set("programmingLanguage", reference("#language"));
    Set<String> tools = new LinkedHashSet<>();
    Set<String> agents = new LinkedHashSet<>();
    for (int i = 0; i < run.programs().size(); i++) {
      ObjectNode action = Objects.requireNonNull(entities.get("#program-" + i));
      tools.add(action.at("/instrument/@id").asText());
      agents.addAll(action.path("agent").findValuesAsText("@id"));
    }
    tools.remove(id);
    set(main, "hasPart", tools);
    ObjectNode whole = action("#run", "CreateAction", id, run.begin(), run.end());
    whole.put("name", "Run of " + options.workflow()).put("description", title());
    set(whole, "object", used(Role.INPUT));
    set(whole, "result", used(Role.OUTPUT));
    set(whole, "agent", agents);
    Integer exitStatus =
        run.roots()
            .mapToObj(each -> run.programs().get(each).exitStatus())
            .findFirst()
            .orElse(null);
    addStatus(whole, exitStatus);
    return "#run";
  }

  private List<String> used(Role role) {
    List<String> used = new ArrayList<>();
    for (int i = 0; i < run.files().size(); i++) {
      boolean isSoftware = role == Role.INPUT && packages.containsKey(i);
      if (run.files().get(i).role() == role && !isSoftware) {
        used.add(file(i));
      }
    }
    return used;
  }

  private static String language(String path) {
    String name = baseName(path, path);
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    return switch (suffix) {
      case "Snakefile", "smk" -> "Snakemake";
      case "Makefile", "makefile", "mk" -> "Make";
      case "cwl" -> "Common Workflow Language";
      case "nf" -> "Nextflow";
      case "wdl" -> "Workflow Description Language";
      case "py" -> "Python";
      case "R" -> "R";
      case "sh", "bash" -> "Shell";
      default -> "unknown";
    };
  }
}
