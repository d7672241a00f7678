// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.service.ServiceProbe.await;
import static org.colophon.service.ServiceProbe.to;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.host.StoreHost;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.follow.FollowConfig;
import org.colophon.history.index.IndexConfig;
import org.colophon.history.index.SnapshotConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares the dashboard and the alert rules with the metrics of services of all kinds. */
@Timeout(60)
class OperatorFilesTest {
  private static final Path DIST = Path.of("src", "dist");
  private static final Path ROOT = Path.of("..");
  private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern MESSAGE_LABEL = Pattern.compile("\\$labels\\.(\\w+)");
  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\w -]");

  @TempDir static Path temp;

  private static final List<Service> SERVICES = new ArrayList<>();
  private static final KnownMetrics METRICS = new KnownMetrics();

  @BeforeAll
  static void scrape() throws IOException {
    SharedLogSpec log = new SharedLogSpec("memory", Map.of("log", UUID.randomUUID().toString()));
    KeyFile.write(temp.resolve("key"), SigningKey.generate("web.example.org"));
    new StoreHost("a".repeat(32), "web").write(temp.resolve("source"));
    Service source =
        start(
            "source",
            ReplicationConfig.NONE
                .certifying(
                    new CertifyConfig(
                        temp.resolve("key").toString(), Optional.empty(), Optional.empty()))
                .archiving(
                    new ArchiveConfig(temp.resolve("archive"), ArchiveConfig.DEFAULT_SEAL_AFTER))
                .publishing(log));
    start(
        "follower",
        ReplicationConfig.NONE.following(
            new FollowConfig(
                "http://127.0.0.1:" + source.port(),
                temp.resolve("source/token"),
                Optional.empty())));
    start(
        "indexer",
        ReplicationConfig.NONE.indexing(
            new IndexConfig(
                log,
                IndexConfig.DEFAULT_GROUP,
                "index-1",
                Optional.of(
                    new SnapshotConfig(temp.resolve("snapshots"), SnapshotConfig.DEFAULT_EVERY)))));
    to(source).post("/v1/reporters", "{\"reporter\":\"ticker\"}");
    await(() -> metrics(source).contains("colophon_http_request_duration_seconds_count"));
    for (Service each : SERVICES) {
      METRICS.add(metrics(each));
    }
  }

  private static String metrics(Service service) {
    try {
      return to(service).get("/metrics").text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Service start(String name, ReplicationConfig replication) {
    TcpConfig tcp = TcpConfig.loopback(0);
    Service service =
        Service.start(
            ServiceConfig.of(temp.resolve(name))
                .withAdapters(List.of(AdapterSpec.of("rocksdb")))
                .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()))
                .withReplication(replication));
    SERVICES.add(0, service);
    return service;
  }

  @AfterAll
  static void stop() {
    SERVICES.forEach(Service::stop);
  }

  private static JsonNode dashboard() throws IOException {
    return JsonMapper.builder().build().readTree(DIST.resolve("grafana-dashboard.json").toFile());
  }

  private static List<JsonNode> rules() throws IOException {
    JsonNode file = new YAMLMapper().readTree(DIST.resolve("alerts.yaml").toFile());
    List<JsonNode> all = new ArrayList<>();
    file.get("groups").forEach(group -> group.get("rules").forEach(all::add));
    assertThat(all).isNotEmpty();
    return all;
  }

  private static void assertKnown(String expression, Pattern label, String text) {
    Set<String> shown =
        label.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toSet());
    assertThat(METRICS.problems(expression, shown)).as(expression + " as " + text).isEmpty();
  }

  @Test
  void findsUnknownMetricsAndLabels() {
    assertThat(
            METRICS.problems(
                "rate(colophon_operation_total{instance=~\"$instance\"}[5m])", Set.of()))
        .containsExactly("metric colophon_operation_total");
    assertThat(METRICS.problems("colophon_reporters{state=\"dead\"} > 0", Set.of("id")))
        .containsExactly("label state=dead of colophon_reporters", "label id");
    assertThat(METRICS.problems("sum by (host) (colophon_last_lsn{status=~\"4..\"})", Set.of()))
        .containsExactly("label status=~4.. of colophon_last_lsn", "label host");
  }

  @Test
  void dashboardUsesMetricsOfService() throws IOException {
    List<JsonNode> lists = dashboard().findValues("targets");
    assertThat(lists).isNotEmpty();
    for (JsonNode list : lists) {
      for (JsonNode target : list) {
        assertKnown(target.get("expr").asText(), LEGEND_LABEL, target.get("legendFormat").asText());
      }
    }
  }

  @Test
  void dashboardSelectsInstancesByMetricOfService() throws IOException {
    String query = dashboard().at("/templating/list/1/query").asText();
    MatchResult parts =
        Pattern.compile("label_values\\((\\w+), (\\w+)\\)")
            .matcher(query)
            .results()
            .findFirst()
            .orElseThrow();
    assertThat(METRICS.problems(parts.group(1), Set.of(parts.group(2)))).as(query).isEmpty();
  }

  @Test
  void dashboardExplainsEachPanel() throws IOException {
    for (JsonNode panel : dashboard().get("panels")) {
      assertThat(panel.path("title").asText()).isNotBlank();
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.path("description").asText()).as(panel.get("title").asText()).isNotBlank();
        assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
      }
    }
  }

  @Test
  void alertRulesUseMetricsOfService() throws IOException {
    for (JsonNode rule : rules()) {
      assertKnown(rule.get("expr").asText(), MESSAGE_LABEL, rule.get("annotations").toString());
    }
  }

  @Test
  void alertRulesHaveDurationSeverityAndNextStep() throws IOException {
    for (JsonNode rule : rules()) {
      String name = rule.get("alert").asText();
      assertThat(rule.path("for").asText()).as(name).matches("[1-9][0-9]*[mh]");
      assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning", "info");
      assertThat(rule.at("/annotations/summary").asText()).contains("{{ $labels.instance }}");
      assertThat(rule.at("/annotations/description").asText()).as(name).isNotBlank();
      assertHeading(rule.at("/annotations/runbook").asText());
    }
  }

  private static void assertHeading(String link) throws IOException {
    String[] parts = link.split("#", 2);
    List<String> anchors =
        Files.readAllLines(ROOT.resolve(parts[0])).stream()
            .filter(line -> line.startsWith("#"))
            .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
            .map(line -> NOT_IN_ANCHORS.matcher(line).replaceAll("").replace(' ', '-'))
            .toList();
    assertThat(anchors).as(link).contains(parts[1]);
  }
}
