// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineageClientUtils;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.exports.openlineage.RunEvents.Labels;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Begin;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.NameChange;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings.Revision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RunEventsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-30T10:00:00Z");
  private static final Instant END = BEGIN.plusSeconds(5);
  private static final Labels LABELS = new Labels("lab", null, "colophon 0.1.0", null, null);
  private static final String PARENT = "f99310b4-3c3c-1a1a-2b2b-c1b95c24ff11";
  private static final String ROOT = "f1234567-4f4f-1a1a-2b2b-abcdef123456";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Program program(int id, int parent, @Nullable Integer status, String... words) {
    return new Program(
        "process:" + id,
        parent,
        false,
        id,
        "/bin/" + words[0],
        List.of(words),
        false,
        "/w",
        BEGIN,
        END,
        status,
        Map.of(),
        List.of(),
        null);
  }

  private static RunFile file(String key, String name, Role role, boolean isFolded) {
    String digest = role == Role.OUTPUT ? "a".repeat(64) : null;
    ObjectKind kind = name.contains("://") ? ObjectKind.TABLE : ObjectKind.FILE;
    Begin begin = role == Role.INPUT ? null : key.endsWith(".v0") ? Begin.CREATED : Begin.REPLACED;
    return new RunFile(
        key,
        name,
        kind,
        role,
        isFolded,
        digest,
        null,
        digest == null ? null : 7L,
        null,
        begin,
        List.of());
  }

  private static Use use(int program, int file, How how) {
    return new Use(program, file, how, 1, 7, BEGIN, END, false);
  }

  /** The command reads a file, a table and a library; each output has one of the inputs. */
  private static RecordedRun run(@Nullable Integer status, String... gaps) {
    return new RecordedRun(
        "ab12",
        "web (1234)",
        99,
        status == null,
        BEGIN,
        END,
        List.of(program(1, -1, status, "sh", "job.sh"), program(2, 0, 0, "sort")),
        List.of(
            file("object:1.v0", "/w/in.csv", Role.INPUT, false),
            file("object:2.v0", "mysql://db:3306/shop/orders", Role.INPUT, false),
            file("object:3.v0", "/usr/lib/libc.so", Role.INPUT, true),
            file("object:4.v0", "/w/a.txt", Role.OUTPUT, false),
            file("object:5.v2", "/w/b.txt", Role.OUTPUT, false),
            file("object:6.v0", "/tmp/x", Role.INTERMEDIATE, false)),
        List.of(
            use(0, 0, How.READ),
            use(1, 1, How.READ),
            use(1, 2, How.CODE),
            use(0, 3, How.WRITE),
            use(1, 4, How.WRITE),
            use(1, 5, How.WRITE),
            use(1, 5, How.READ)),
        List.of(new Origins(3, List.of(0, 2)), new Origins(4, List.of(1))),
        List.of(gaps));
  }

  private static List<ObjectNode> events(RecordedRun run, Labels labels) {
    return RunEvents.of(run, labels, text -> {});
  }

  /** Reads an event with the client library, and checks that this loses nothing. */
  static OpenLineage.RunEvent parsed(ObjectNode event) throws Exception {
    OpenLineage.RunEvent read = OpenLineageClientUtils.runEventFromJson(event.toString());
    assertThat(JSON.readTree(OpenLineageClientUtils.toJson(read)))
        .isEqualTo(JSON.readTree(event.toString()));
    return read;
  }

  @Test
  void writesStartAndCompleteThatTheClientLibraryReads() throws Exception {
    List<ObjectNode> events = events(run(0), LABELS);

    assertThat(events).hasSize(2);
    OpenLineage.RunEvent start = parsed(events.get(0));
    OpenLineage.RunEvent end = parsed(events.get(1));
    assertThat(start.getEventType()).isEqualTo(OpenLineage.RunEvent.EventType.START);
    assertThat(end.getEventType()).isEqualTo(OpenLineage.RunEvent.EventType.COMPLETE);
    assertThat(end.getRun().getRunId()).isEqualTo(start.getRun().getRunId());
    assertThat(end.getJob().getName()).isEqualTo("sh job.sh");
    assertThat(end.getInputs())
        .extracting(OpenLineage.InputDataset::getNamespace, OpenLineage.InputDataset::getName)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("file://web", "/w/in.csv"),
            org.assertj.core.groups.Tuple.tuple("mysql://db:3306", "shop.orders"));
    assertThat(end.getOutputs())
        .extracting(OpenLineage.OutputDataset::getName)
        .containsExactly("/w/a.txt", "/w/b.txt");
    assertThat(end.getOutputs().get(1).getFacets().getLifecycleStateChange())
        .extracting(each -> each.getLifecycleStateChange().name())
        .isEqualTo("OVERWRITE");
    assertThat(end.getOutputs().get(0).getOutputFacets().getOutputStatistics().getSize())
        .isEqualTo(7);
  }

  @Test
  void statesOnlyTheTrueInputsOfEachOutput() {
    JsonNode entries = events(run(0), LABELS).get(1).at("/job/facets/lineage/entries");

    assertThat(entries).hasSize(2);
    assertThat(entries.get(0).path("name").asText()).isEqualTo("/w/a.txt");
    assertThat(entries.get(0).path("inputs")).hasSize(1);
    assertThat(entries.at("/0/inputs/0/name").asText()).isEqualTo("/w/in.csv");
    assertThat(entries.at("/1/inputs/0/name").asText()).isEqualTo("shop.orders");
  }

  @Test
  void usesTheSchemasThatTheClientLibraryUses() throws Exception {
    JsonNode end = events(run(1), LABELS).get(1);
    OpenLineage library = new OpenLineage(URI.create("urn:x"));

    assertThat(end.at("/job/facets/lineage/_schemaURL").asText())
        .isEqualTo(library.newLineageJobFacet(List.of()).get_schemaURL().toString());
    assertThat(end.at("/run/facets/errorMessage/_schemaURL").asText())
        .isEqualTo(
            library
                .newErrorMessageRunFacetBuilder()
                .message("m")
                .programmingLanguage("l")
                .build()
                .get_schemaURL()
                .toString());
    assertThat(end.at("/outputs/0/facets/lifecycleStateChange/_schemaURL").asText())
        .isEqualTo(
            library
                .newLifecycleStateChangeDatasetFacetBuilder()
                .build()
                .get_schemaURL()
                .toString());
    assertThat(end.at("/outputs/0/facets/version/_schemaURL").asText())
        .isEqualTo(library.newDatasetVersionDatasetFacet("1").get_schemaURL().toString());
  }

  @Test
  void writesFailWithExitStatusAndRunningWithoutOne() throws Exception {
    ObjectNode failed = events(run(3), LABELS).get(1);
    assertThat(parsed(failed).getEventType()).isEqualTo(OpenLineage.RunEvent.EventType.FAIL);
    assertThat(failed.at("/run/facets/errorMessage/message").asText()).isEqualTo("exit status 3");

    ObjectNode running = events(run(null), LABELS).get(1);
    assertThat(parsed(running).getEventType()).isEqualTo(OpenLineage.RunEvent.EventType.RUNNING);
  }

  private static RecordedRun startedWith(Map<String, String> environment) {
    RecordedRun run = run(0);
    Program first = RecordCopy.with(run.programs().get(0), "environment", environment);
    return RecordCopy.with(run, "programs", List.of(first, run.programs().get(1)));
  }

  @Test
  void namesParentAndRootOfTheEnvironment() throws Exception {
    RecordedRun run =
        startedWith(
            Map.of(
                "OPENLINEAGE_PARENT_ID", "http://flow/x/dag.task/" + PARENT,
                "OPENLINEAGE_ROOT_PARENT_ID", "flow/dag/" + ROOT));

    for (ObjectNode each : events(run, LABELS)) {
      OpenLineage.ParentRunFacet parent = parsed(each).getRun().getFacets().getParent();
      assertThat(parent.getRun().getRunId()).hasToString(PARENT);
      assertThat(parent.getJob().getNamespace()).isEqualTo("http://flow/x");
      assertThat(parent.getJob().getName()).isEqualTo("dag.task");
      assertThat(parent.getRoot().getRun().getRunId()).hasToString(ROOT);
      assertThat(parent.getRoot().getJob().getName()).isEqualTo("dag");
    }
  }

  @Test
  void prefersGivenParentToTheEnvironment() throws Exception {
    RecordedRun run = startedWith(Map.of("OPENLINEAGE_PARENT_ID", "flow/task/" + PARENT));
    ParentRun.Id given = ParentRun.Id.parse("lab/nightly/" + ROOT).orElseThrow();
    Labels labels = new Labels("lab", null, "colophon 1", null, new ParentRun(given, null));

    OpenLineage.ParentRunFacet parent =
        parsed(events(run, labels).get(1)).getRun().getFacets().getParent();

    assertThat(parent.getJob().getName()).isEqualTo("nightly");
    assertThat(parent.getRoot()).isNull();
  }

  @Test
  void ignoresMalformedParentOfTheEnvironmentWithOneRemark() {
    for (String malformed : List.of("task/" + PARENT, "flow/task/1", "flow//" + PARENT)) {
      List<String> remarks = new ArrayList<>();

      List<ObjectNode> events =
          RunEvents.of(
              startedWith(Map.of("OPENLINEAGE_PARENT_ID", malformed)), LABELS, remarks::add);

      assertThat(events.get(1).at("/run/facets/parent").isMissingNode()).isTrue();
      assertThat(remarks).singleElement().asString().contains("OPENLINEAGE_PARENT_ID", malformed);
    }
  }

  private static RecordedRun with(int file, String component, @Nullable Object value) {
    RecordedRun run = run(0);
    List<RunFile> files = new ArrayList<>(run.files());
    files.set(file, RecordCopy.with(files.get(file), component, value));
    return RecordCopy.with(run, "files", files);
  }

  private static @Nullable String change(OpenLineage.OutputDataset output) {
    OpenLineage.LifecycleStateChangeDatasetFacet facet =
        output.getFacets().getLifecycleStateChange();
    return facet == null ? null : facet.getLifecycleStateChange().name();
  }

  @Test
  void statesNoLifecycleForAppendedOutput() throws Exception {
    OpenLineage.RunEvent appended = parsed(events(with(4, "begin", null), LABELS).get(1));
    assertThat(appended.getOutputs())
        .extracting(RunEventsTest::change)
        .containsExactly("CREATE", null);
  }

  @Test
  void listsOtherNamesAsSymlinks() throws Exception {
    OpenLineage.RunEvent end =
        parsed(events(with(0, "otherNames", List.of("/w/link.csv")), LABELS).get(1));

    assertThat(end.getInputs().get(0).getFacets().getSymlinks().getIdentifiers())
        .singleElement()
        .satisfies(each -> assertThat(each.getNamespace()).isEqualTo("file://web"))
        .satisfies(each -> assertThat(each.getName()).isEqualTo("/w/link.csv"));
    assertThat(end.getOutputs().get(0).getFacets().getSymlinks()).isNull();
  }

  @Test
  void listsRenamedAndRemovedFilesWithoutInputs() throws Exception {
    RecordedRun run =
        RecordCopy.with(
            run(0),
            "changes",
            List.of(new NameChange("/w/old", "/w/moved"), new NameChange("/w/gone", "")));

    List<ObjectNode> events = events(run, LABELS);

    assertThat(events.get(0).at("/outputs")).isEmpty();
    List<OpenLineage.OutputDataset> outputs = parsed(events.get(1)).getOutputs();
    assertThat(outputs)
        .extracting(OpenLineage.OutputDataset::getName)
        .containsExactly("/w/a.txt", "/w/b.txt", "/w/moved", "/w/gone");
    assertThat(outputs)
        .extracting(RunEventsTest::change)
        .containsExactly("CREATE", "OVERWRITE", "RENAME", "DROP");
    assertThat(outputs.get(2).getFacets().getLifecycleStateChange().getPreviousIdentifier())
        .extracting(each -> each.getName())
        .isEqualTo("/w/old");
    JsonNode entries = events.get(1).at("/job/facets/lineage/entries");
    assertThat(entries).hasSize(3);
    assertThat(entries.at("/2/name").asText()).isEqualTo("/w/moved");
    assertThat(entries.at("/2/inputs")).isEmpty();
  }

  @Test
  void statesGapsOfCapture() {
    JsonNode capture =
        events(run(0, "events lost"), LABELS).get(1).at("/run/facets/colophon_capture");

    assertThat(capture.path("complete").asBoolean()).isFalse();
    assertThat(capture.path("gaps").get(0).asText()).isEqualTo("events lost");
  }

  @Test
  void namesTheCommitUnlessItMovedDuringTheRun() throws Exception {
    Revision revision = new Revision("/w", "https://git/x", "c0ffee", true, false);
    Revision moved = new Revision("/w", "", "c0ffee", false, true);

    OpenLineage.RunEvent event =
        parsed(events(run(0), new Labels("lab", "nightly", "colophon 1", revision, null)).get(1));
    assertThat(event.getJob().getName()).isEqualTo("nightly");
    assertThat(event.getJob().getFacets().getSourceCodeLocation().getVersion())
        .isEqualTo("c0ffee-dirty");
    assertThat(
            Objects.requireNonNull(
                    events(run(0), new Labels("lab", null, "colophon 1", moved, null)).get(1))
                .at("/job/facets/sourceCodeLocation")
                .isMissingNode())
        .isTrue();
  }
}
