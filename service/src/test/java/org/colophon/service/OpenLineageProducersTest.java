// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.RunEvent.EventType;
import io.openlineage.client.OpenLineageClient;
import io.openlineage.client.transports.ApiKeyTokenProvider;
import io.openlineage.client.transports.HttpConfig;
import io.openlineage.client.transports.HttpTransport;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks for the lineage of jobs that real producers reported. The events of large producers are
 * recorded; {@code src/test/scripts/record-openlineage.sh} records them again.
 */
@Timeout(300)
class OpenLineageProducersTest {
  private static final String HOST = host();
  private static final String FILES = "dataset:file://" + HOST + ":/lab/";

  @TempDir private Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withListen(
                    new ListenConfig(
                        Optional.empty(), Optional.of(TcpConfig.loopback(0)), Optional.empty())));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private static String host() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void post(String recording) throws IOException {
    for (String each : Files.readAllLines(Path.of("src/test/resources/openlineage", recording))) {
      assertThat(caller.post("/api/v1/lineage", each).status()).as(each).isEqualTo(201);
    }
  }

  private Set<String> edges(String nodeId) throws IOException {
    String id = URLEncoder.encode(nodeId, StandardCharsets.UTF_8);
    Caller.Reply reply = caller.get("/api/v1/lineage?nodeId=" + id);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    Set<String> edges = new TreeSet<>();
    for (JsonNode node : reply.json().get("graph")) {
      node.get("inEdges")
          .forEach(
              each ->
                  edges.add(
                      each.get("origin").asText() + " > " + each.get("destination").asText()));
    }
    return edges;
  }

  @Test
  void givesTheLineageOfModelsOfDbt() throws IOException {
    post("dbt-1.10.23-openlineage-1.54.0.ndjson");

    String orders = "dataset:duckdb://shop.duckdb:shop.main.orders";
    String totals = "dataset:duckdb://shop.duckdb:shop.main.totals";
    assertThat(edges(totals))
        .contains(
            "job:shop:shop.main.shop.orders.build.run > " + orders,
            orders + " > job:shop:shop.main.shop.totals.build.run",
            "job:shop:shop.main.shop.totals.build.run > " + totals);
  }

  @Test
  void givesTheLineageOfFilesOfSpark() throws IOException {
    post("spark-3.5.9-openlineage-1.53.0.ndjson");

    String doubling =
        "job:lab:orders.execute_insert_into_hadoop_fs_relation_command.lab_doubled_parquet";
    String adding = "job:lab:orders.adaptive_spark_plan.lab_sum_csv";
    assertThat(edges(FILES + "sum.csv"))
        .contains(
            FILES + "raw.csv > " + doubling,
            doubling + " > " + FILES + "doubled.parquet",
            FILES + "doubled.parquet > " + adding,
            adding + " > " + FILES + "sum.csv");
    assertThat(caller.get("/v1/lineage?target=/lab/sum.csv").text()).contains("\"/lab/raw.csv\"");
  }

  @Test
  void givesTheLineageOfTasksOfAirflow() throws IOException {
    post("airflow-3.3.2-provider-2.20.3.ndjson");

    assertThat(edges(FILES + "total.txt"))
        .contains(
            FILES + "raw.csv > job:airflow:orders.load",
            "job:airflow:orders.load > " + FILES + "orders.csv",
            FILES + "orders.csv > job:airflow:orders.total",
            "job:airflow:orders.total > " + FILES + "total.txt");
    assertThat(caller.get("/v1/lineage?target=/lab/total.txt").text()).contains("\"/lab/raw.csv\"");
  }

  @Test
  @Tag("slow")
  void takesEventsOfThePythonClientOverTcp() throws Exception {
    Path script = temp.resolve("emit.py");
    Files.writeString(
        script,
        """
        import os, sys
        from datetime import datetime, timezone
        from openlineage.client import OpenLineageClient
        from openlineage.client.event_v2 import InputDataset, Job, OutputDataset, Run, RunEvent, RunState
        from openlineage.client.uuid import generate_new_uuid

        os.environ["OPENLINEAGE_URL"], os.environ["OPENLINEAGE_API_KEY"] = sys.argv[1:]
        client = OpenLineageClient()
        run, job = Run(str(generate_new_uuid())), Job("etl", "load")
        for state in (RunState.START, RunState.COMPLETE):
            client.emit(RunEvent(
                eventType=state, eventTime=datetime.now(timezone.utc).isoformat(), run=run, job=job,
                producer="https://example.org", inputs=[InputDataset("s3://lake", "raw/orders")],
                outputs=[OutputDataset("postgres://db:5432", "shop.public.orders")]))
        client.close()
        """);
    String token = Files.readString(service.config().tokenFile()).strip();
    PythonTools.run(script, "http://127.0.0.1:" + service.port(), token);

    assertThat(edges("job:etl:load"))
        .containsExactlyInAnyOrder(
            "dataset:s3://lake:raw/orders > job:etl:load",
            "job:etl:load > dataset:postgres://db:5432:shop.public.orders");
  }

  @Test
  void takesEventsOfTheJavaClientOverTcp() throws Exception {
    ApiKeyTokenProvider key = new ApiKeyTokenProvider();
    key.setApiKey(Files.readString(service.config().tokenFile()).strip());
    HttpConfig config = new HttpConfig();
    config.setUrl(URI.create("http://127.0.0.1:" + service.port()));
    config.setAuth(key);
    OpenLineage producer = new OpenLineage(URI.create("https://example.org"));
    UUID run = UUID.randomUUID();
    try (HttpTransport transport = new HttpTransport(config)) {
      OpenLineageClient client = new OpenLineageClient(transport);
      for (EventType type : List.of(EventType.START, EventType.COMPLETE)) {
        client.emit(
            producer
                .newRunEventBuilder()
                .eventType(type)
                .eventTime(ZonedDateTime.now(ZoneOffset.UTC))
                .run(producer.newRunBuilder().runId(run).build())
                .job(producer.newJobBuilder().namespace("etl").name("load").build())
                .inputs(
                    List.of(
                        producer
                            .newInputDatasetBuilder()
                            .namespace("s3://lake")
                            .name("raw/orders")
                            .build()))
                .outputs(
                    List.of(
                        producer
                            .newOutputDatasetBuilder()
                            .namespace("postgres://db:5432")
                            .name("shop.public.orders")
                            .build()))
                .build());
      }
    }

    assertThat(edges("job:etl:load"))
        .containsExactlyInAnyOrder(
            "dataset:s3://lake:raw/orders > job:etl:load",
            "job:etl:load > dataset:postgres://db:5432:shop.public.orders");
  }
}
