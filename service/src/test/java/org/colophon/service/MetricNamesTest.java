// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks the exposed metrics against Prometheus' conventions, as promtool does. */
@Timeout(60)
class MetricNamesTest {
  private static final String OTHER_UNITS =
      ".*_(ms|millis|milliseconds|micros|us|nanos|nanoseconds|minutes|hours|days|kb|kib|mb|mib|gb"
          + "|kilobytes|megabytes|bits|percent)(_.*)?";
  private static final String SUFFIXES = ".*_(total|count|sum|bucket|info|created)";

  @TempDir private Path temp;

  private Service service;
  private String exposition;
  private final Map<String, String> types = new HashMap<>();
  private final Set<String> described = new HashSet<>();
  private final Set<String> samples = new HashSet<>();

  @BeforeEach
  void scrape() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"), AdapterSpec.of("rocksdb"))));
    Caller caller = Caller.of(service.config().socket());
    caller.post("/v1/reporters", "{\"reporter\":\"ticker\"}");
    caller.post("/v1/operations", "{\"op\":\"gap\",\"cause\":\"events_lost\",\"count\":5}");
    exposition = caller.get("/metrics").text();
    exposition.lines().forEach(this::parse);
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private void parse(String line) {
    String[] words = line.split(" ", 4);
    if (line.startsWith("# HELP ")) {
      assertThat(words[3]).as(line).isNotBlank();
      described.add(words[2]);
    } else if (line.startsWith("# TYPE ")) {
      assertThat(types.put(words[2], words[3]))
          .as("earlier TYPE of the same family: " + line)
          .isNull();
    } else {
      assertThat(line).matches("[a-z][a-z0-9_]*(\\{.*\\})? [^ ]+");
      samples.add(line.replaceFirst("[{ ].*", ""));
    }
  }

  @Test
  void describesAndTypesEveryFamily() {
    assertThat(samples).isNotEmpty();
    for (String sample : samples) {
      String family = sample.replaceFirst("_(count|sum|bucket)$", "");
      String known = types.containsKey(sample) ? sample : family;
      assertThat(types).as(sample).containsKey(known);
      assertThat(described).as(sample).contains(known);
    }
  }

  @Test
  void usesSuffixTotalOnlyForCounters() {
    types.forEach(
        (name, type) -> {
          if (type.equals("counter")) {
            assertThat(name).endsWith("_total");
          } else if (!name.endsWith("_info")) {
            assertThat(name).as(type).doesNotMatch(SUFFIXES);
          }
        });
  }

  @Test
  void usesBaseUnitsOnly() {
    types.forEach(
        (name, type) -> {
          assertThat(name).matches("[a-z][a-z0-9_]*").doesNotMatch(OTHER_UNITS);
          if (type.equals("gauge") && name.startsWith("colophon_") && name.endsWith("_seconds")) {
            assertThat(name).endsWith("_timestamp_seconds");
          }
        });
  }

  @Test
  void hasProcessJvmBuildDiskAndJournal() {
    assertThat(types)
        .containsKeys(
            "process_cpu_seconds_total",
            "process_resident_memory_bytes",
            "process_open_fds",
            "process_start_time_seconds",
            "jvm_memory_used_bytes",
            "jvm_gc_collection_seconds",
            "jvm_threads_current",
            "colophon_store_disk_free_bytes",
            "colophon_journal_bytes",
            "colophon_journal_budget_bytes",
            "colophon_corruption_total",
            "colophon_retention_last_run_timestamp_seconds");
    assertThat(exposition)
        .containsPattern("\ncolophon_build_info\\{java_version=\"[^\"]+\",version=\"[^\"]+\"} 1")
        .containsPattern("\ncolophon_store_disk_free_bytes [1-9]")
        .containsPattern("\ncolophon_journal_budget_bytes [1-9]");
  }

  @Test
  void countsGapsAndMeasuresFilesOfEachAdapter() {
    assertThat(exposition)
        .contains("\ncolophon_gaps_total 1.0\n")
        .contains("\ncolophon_adapter_disk_bytes{adapter=\"memory\"} 0.0\n")
        .containsPattern("\ncolophon_adapter_disk_bytes\\{adapter=\"rocksdb\"} [1-9]");
  }
}
