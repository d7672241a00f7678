// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports OpenLineage events through a real kernel, and asks for lineage. */
@Timeout(120)
class OpenLineageReporterTest {
  private static final String IN_BUCKET = "{\"namespace\":\"s3://lake\",\"name\":\"raw/orders\"}";
  private static final String TABLE =
      "{\"namespace\":\"postgres://db:5432\",\"name\":\"shop.public.orders\"}";
  private static final String OTHER = "{\"namespace\":\"s3://lake\",\"name\":\"raw/clicks\"}";
  private static final String REPORT = "{\"namespace\":\"file\",\"name\":\"/lab/report.csv\"}";

  @TempDir private Path directory;

  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory.resolve("store"));
  }

  @AfterEach
  void close() {
    runs.close();
  }

  private static String event(
      String type, int second, String job, String inputs, String outputs, String jobFacets) {
    return """
    {"eventType":"%s","eventTime":"2026-11-30T10:00:%02d.5+01:00","producer":"https://example/p",\
    "schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",\
    "run":{"runId":"0198c5f5-0000-7000-8000-00000000000%d","facets":{"other":{"x":[1]}}},\
    "job":{"namespace":"airflow","name":"%s","facets":{%s}},"inputs":[%s],"outputs":[%s]}
    """
        .formatted(type, second, job.length(), job, jobFacets, inputs, outputs);
  }

  private void load(String... events) throws IOException {
    Path file = Files.writeString(directory.resolve("events.ndjson"), String.join("", events));
    runs.run("openlineage", Map.of("from", file.toString()));
  }

  @Test
  void joinsJobsThroughTheirDatasets() throws IOException {
    load(
        event("START", 1, "load", "", "", ""),
        event("COMPLETE", 2, "load", IN_BUCKET, TABLE, ""),
        event("START", 3, "report", TABLE, "", ""),
        event("COMPLETE", 4, "report", TABLE, REPORT, ""));

    assertThat(runs.kernel.status().refused()).isZero();
    assertThat(runs.ancestors("/lab/report.csv"))
        .contains("postgres://db:5432/shop.public.orders", "s3://lake/raw/orders", "airflow");
  }

  @Test
  void ignoresOutputsOfFailedRuns() throws IOException {
    load(
        event("COMPLETE", 1, "load", IN_BUCKET, TABLE, ""),
        event("FAIL", 2, "broken", OTHER, TABLE, ""));

    assertThat(runs.ancestors("postgres://db:5432/shop.public.orders"))
        .contains("s3://lake/raw/orders")
        .doesNotContain("s3://lake/raw/clicks");
  }

  @Test
  void followsOnlyTrueEdgesOfFacetLineage() throws IOException {
    String facet =
        "\"lineage\":{\"entries\":[{\"namespace\":\"file\",\"name\":\"/lab/report.csv\",\"type\":\"DATASET\",\"inputs\":[{\"namespace\":\"s3://lake\",\"name\":\"raw/orders\",\"type\":\"DATASET\"}]}]}";
    load(event("COMPLETE", 1, "both", IN_BUCKET + "," + OTHER, REPORT + "," + TABLE, facet));

    assertThat(runs.ancestors("/lab/report.csv"))
        .contains("s3://lake/raw/orders")
        .doesNotContain("s3://lake/raw/clicks");
    assertThat(runs.ancestors("postgres://db:5432/shop.public.orders"))
        .contains("s3://lake/raw/orders", "s3://lake/raw/clicks");
  }

  @Test
  void forgetsFormerInputsOfOverwrittenDataset() throws IOException {
    String overwritten =
        TABLE.replace(
            "}",
            ",\"facets\":{\"lifecycleStateChange\":{\"lifecycleStateChange\":\"OVERWRITE\"}}}");
    load(
        event("COMPLETE", 1, "load", IN_BUCKET, TABLE, ""),
        event("COMPLETE", 2, "replace", OTHER, overwritten, ""));

    assertThat(runs.ancestors("postgres://db:5432/shop.public.orders"))
        .contains("s3://lake/raw/clicks")
        .doesNotContain("s3://lake/raw/orders");
  }

  @Test
  void changesNothingIfTheSameFileIsImportedTwice() throws IOException {
    String[] events = {event("COMPLETE", 1, "load", IN_BUCKET, TABLE, "")};
    load(events);
    long before = runs.kernel.status().accepted();
    load(events);

    assertThat(runs.kernel.status().accepted() - before).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "[]",
        "{\"eventType\":\"COMPLETE\"}",
        "{\"eventType\":\"DONE\",\"eventTime\":\"2026-11-30T10:00:00Z\",\"run\":{\"runId\":\"1\"},\"job\":{\"namespace\":\"a\",\"name\":\"b\"}}",
        "{\"eventType\":\"COMPLETE\",\"eventTime\":\"yesterday\",\"run\":{\"runId\":\"1\"},\"job\":{\"namespace\":\"a\",\"name\":\"b\"}}",
        "{\"eventType\":\"COMPLETE\",\"eventTime\":\"1969-11-30T10:00:00Z\",\"run\":{\"runId\":\"1\"},\"job\":{\"namespace\":\"a\",\"name\":\"b\"}}",
        "{\"eventType\":\"COMPLETE\",\"eventTime\":\"2026-11-30T10:00:00Z\",\"run\":{\"runId\":\"1\"},\"job\":{\"namespace\":\"a\",\"name\":\"b\"},\"outputs\":[{\"name\":\"x\"}]}"
      })
  void refusesMalformedEventAndReadsTheNext(String malformed) throws IOException {
    load(malformed + "\n", event("COMPLETE", 1, "load", IN_BUCKET, TABLE, ""));

    assertThat(runs.kernel.status().refused()).isEqualTo(1);
    assertThat(runs.ancestors("postgres://db:5432/shop.public.orders"))
        .contains("s3://lake/raw/orders");
  }

  @Test
  void reportsMissingFile() {
    assertThatThrownBy(() -> runs.run("openlineage", Map.of("from", directory + "/none")))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }
}
