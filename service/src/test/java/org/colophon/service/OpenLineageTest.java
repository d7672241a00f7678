// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Posts events of OpenLineage, and asks for their lineage in the form of Marquez. */
@Timeout(300)
class OpenLineageTest {
  private static final String PATH = "/api/v1/lineage";
  private static final String RAW = dataset("s3://lake", "raw/orders");
  private static final String ORDERS = dataset("postgres://db:5432", "shop.public.orders");
  private static final String TOTALS = dataset("mysql://db:3306", "shop.totals");
  private static final String REPORT = dataset("file", "/lab/report.csv");

  @TempDir private Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private static String dataset(String namespace, String name) {
    return "{\"namespace\":\"%s\",\"name\":\"%s\",\"facets\":{\"unknown\":{\"x\":[1]}}}"
        .formatted(namespace, name);
  }

  private static String event(String type, String run, String job, String inputs, String outputs) {
    return """
    {"eventType":"%s","eventTime":"2026-11-30T10:00:00Z","producer":"https://example/p",\
    "run":{"runId":"%s"},"job":{"namespace":"etl","name":"%s"},"inputs":[%s],"outputs":[%s]}
    """
        .formatted(type, run, job, inputs, outputs);
  }

  private void post(String... events) throws IOException {
    for (String each : events) {
      assertThat(caller.post(PATH, each).status()).as(each).isEqualTo(201);
    }
  }

  private Caller.Reply get(String nodeId, String more) throws IOException {
    return caller.get(PATH + "?nodeId=" + URLEncoder.encode(nodeId, StandardCharsets.UTF_8) + more);
  }

  /** Returns the edges of the graph around a node, after checking that both ends have them. */
  private Set<String> edges(String nodeId) throws IOException {
    Caller.Reply reply = get(nodeId, "");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    Set<String> in = new TreeSet<>();
    Set<String> out = new TreeSet<>();
    for (JsonNode node : reply.json().get("graph")) {
      node.get("inEdges").forEach(each -> in.add(edge(each)));
      node.get("outEdges").forEach(each -> out.add(edge(each)));
    }
    assertThat(in).isEqualTo(out);
    assertThat(reply.json().get("graph").findValuesAsText("id")).contains(nodeId);
    return in;
  }

  private static String edge(JsonNode edge) {
    return edge.get("origin").asText() + " > " + edge.get("destination").asText();
  }

  private void postThreeJobs() throws IOException {
    post(
        event("START", "1", "load", "", ""),
        event("COMPLETE", "1", "load", RAW, ORDERS),
        event("COMPLETE", "2", "sum", ORDERS, TOTALS),
        event("COMPLETE", "3", "report", TOTALS, REPORT));
  }

  @Test
  void answersTheSameGraphForEachOfItsNodes() throws IOException {
    postThreeJobs();

    Set<String> edges = edges("dataset:postgres://db:5432:shop.public.orders");

    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    String report = "dataset:file://" + host + ":/lab/report.csv";
    assertThat(edges)
        .containsExactlyInAnyOrder(
            "dataset:s3://lake:raw/orders > job:etl:load",
            "job:etl:load > dataset:postgres://db:5432:shop.public.orders",
            "dataset:postgres://db:5432:shop.public.orders > job:etl:sum",
            "job:etl:sum > dataset:mysql://db:3306:shop.totals",
            "dataset:mysql://db:3306:shop.totals > job:etl:report",
            "job:etl:report > " + report);
    assertThat(edges("dataset:s3://lake:raw/orders")).isEqualTo(edges);
    assertThat(edges("job:etl:sum")).isEqualTo(edges);
    assertThat(edges(report)).isEqualTo(edges);
    assertThat(get("dataset:file:/lab/report.csv", "").json()).isEqualTo(get(report, "").json());
  }

  @Test
  void hasTheFieldsOfMarquez() throws IOException {
    postThreeJobs();

    JsonNode graph = get("job:etl:sum", "&depth=1").json().get("graph");
    JsonNode job =
        IntStream.range(0, graph.size())
            .mapToObj(graph::get)
            .filter(each -> each.get("id").asText().equals("job:etl:sum"))
            .findFirst()
            .orElseThrow();

    assertThat(job.get("type").asText()).isEqualTo("JOB");
    assertThat(job.at("/data/id/namespace").asText()).isEqualTo("etl");
    assertThat(job.at("/data/inputs/0/name").asText()).isEqualTo("shop.public.orders");
    assertThat(job.at("/data/outputs/0/name").asText()).isEqualTo("shop.totals");
    assertThat(graph.findValuesAsText("id")).doesNotContain("dataset:s3://lake:raw/orders");
  }

  @Test
  void joinsTracedFilesWithJobs() throws IOException {
    caller.post(
        "/v1/operations",
        """
        {"op":"process","id":"a","pid":1,"executable":"/bin/cat","arguments":["cat","/lab/in"]}
        {"op":"process","id":"b","pid":2,"executable":"/bin/sort","arguments":["sort"]}
        {"op":"object","id":"pipe","kind":"pipe"}
        {"op":"read","process":"a","path":"/lab/in"}
        {"op":"write","process":"a","object":"pipe"}
        {"op":"read","process":"b","object":"pipe"}
        {"op":"write","process":"b","path":"/lab/report.csv"}
        """);
    post(event("COMPLETE", "1", "publish", REPORT, TOTALS));
    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();

    Set<String> edges = edges("dataset:mysql://db:3306:shop.totals");

    assertThat(edges)
        .containsExactlyInAnyOrder(
            "dataset:file://" + host + ":/lab/in > job:" + host + ":cat /lab/in",
            "job:" + host + ":cat /lab/in > job:" + host + ":sort",
            "job:" + host + ":sort > dataset:file://" + host + ":/lab/report.csv",
            "dataset:file://" + host + ":/lab/report.csv > job:etl:publish",
            "job:etl:publish > dataset:mysql://db:3306:shop.totals");
    assertThat(edges("job:" + host + ":cat /lab/in")).isEqualTo(edges);
  }

  @Test
  void showsTheJobThatDerivedADataset() throws IOException {
    String facet =
        "\"name\":\"load\",\"facets\":{\"lineage\":{\"entries\":[{\"namespace\":\"postgres://db:5432\","
            + "\"name\":\"shop.public.orders\",\"type\":\"DATASET\",\"inputs\":["
            + "{\"namespace\":\"s3://lake\",\"name\":\"raw/orders\",\"type\":\"DATASET\"}]}]}}";
    String both = RAW + "," + dataset("s3://lake", "raw/clicks");
    post(event("COMPLETE", "1", "load", both, ORDERS).replace("\"name\":\"load\"", facet));

    assertThat(edges("dataset:postgres://db:5432:shop.public.orders"))
        .containsExactlyInAnyOrder(
            "dataset:s3://lake:raw/orders > job:etl:load",
            "job:etl:load > dataset:postgres://db:5432:shop.public.orders");
  }

  @Test
  void refusesUnknownNodesAndOtherIds() throws IOException {
    postThreeJobs();

    assertThat(get("dataset:s3://lake:none", "").status()).isEqualTo(404);
    assertThat(get("dataset:s3://lake:none", "").json().get("code").asText())
        .isEqualTo("NOT_FOUND");
    assertThat(get("job:etl:none", "").status()).isEqualTo(404);
    assertThat(get("run:etl:load", "").status()).isEqualTo(400);
    assertThat(get("job:etl:sum", "&depth=-1").status()).isEqualTo(400);
    assertThat(caller.get(PATH).status()).isEqualTo(400);
  }

  @Test
  void answersAsOfAPastTime() throws IOException {
    post(event("COMPLETE", "1", "load", RAW, ORDERS));
    long past = caller.get("/v1/status").json().get("durableLsn").asLong();
    post(event("COMPLETE", "2", "sum", ORDERS, TOTALS));

    assertThat(get("job:etl:load", "&as-of=" + past).text()).doesNotContain("shop.totals");
    assertThat(get("job:etl:load", "").text()).contains("shop.totals");
  }

  @Test
  void takesDuplicatesAndMissingStarts() throws IOException {
    String complete = event("COMPLETE", "1", "load", RAW, ORDERS);
    post(complete);
    Set<String> once = edges("job:etl:load");

    post(complete, event("START", "1", "load", "", ""), complete);

    assertThat(once).hasSize(2);
    assertThat(edges("job:etl:load")).isEqualTo(once);
  }

  @Test
  void refusesWrongTimesAndRecordsNothing() throws IOException {
    String event = event("COMPLETE", "1", "load", RAW, ORDERS);
    for (String time : List.of("yesterday", "2026-11-30T10:00:00", "1969-01-01T00:00:00Z", "")) {
      Caller.Reply reply = caller.post(PATH, event.replace("2026-11-30T10:00:00Z", time));
      assertThat(reply.status()).as(time).isEqualTo(400);
      assertThat(reply.json().get("detail").asText()).contains("eventTime");
    }

    assertThat(get("job:etl:load", "").status()).isEqualTo(404);
  }

  @Test
  void takesEventWithManyDatasetsAndBoundsItsGraph() throws IOException {
    String many =
        IntStream.range(0, 100_000)
            .mapToObj(each -> "{\"namespace\":\"s3://lake\",\"name\":\"part/%d\"}".formatted(each))
            .collect(Collectors.joining(","));

    post(event("COMPLETE", "1", "wide", many, ORDERS));

    Caller.Reply reply = get("dataset:postgres://db:5432:shop.public.orders", "");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Colophon-Remark")).contains("beyond");
    assertThat(get("dataset:s3://lake:part/99999", "&depth=1").text()).contains("job:etl:wide");
  }
}
