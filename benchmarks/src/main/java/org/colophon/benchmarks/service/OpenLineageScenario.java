// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.service;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.testing.hosts.ServiceProcess;
import org.openjdk.jmh.util.ListStatistics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures events of OpenLineage: {@code ./bench openlineage}. Each answer is checked. */
@Command(
    name = "openlineage",
    description = {
      "Posts a START and a COMPLETE event of each job to a service. Then it asks for",
      "the graphs around random datasets, in the form of Marquez."
    })
public final class OpenLineageScenario extends Scenario {
  private static final String PATH = "/api/v1/lineage";
  private static final int MAX_INPUTS = 3;

  /** Number of datasets of a group, such as a team, whose jobs read each other's datasets. */
  private static final int GROUP = 50;

  @Option(names = "--jobs", description = "Jobs, each with one output.")
  private int jobs = 6000;

  @Option(names = "--questions", description = "Questions in each round.")
  private int questions = 1000;

  @Option(names = "--rounds", description = "Measured rounds of questions.")
  private int rounds = 3;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private ServiceProcess service;

  @Override
  protected void prepare() throws Exception {
    service = owned(ServiceProcess.recorder(directory().resolve("store"), ServiceScenario.HOST));
  }

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("openlineage-ingest")
            .setting("jobs", jobs)
            .rounds(1, 0)
            .subject(round -> ingest())
            .medians("events"),
        Experiment.named("openlineage-graph")
            .setting("jobs", jobs)
            .setting("questions", questions)
            .rounds(rounds, 1)
            .subject(this::ask)
            .medians("questions"));
  }

  private List<Figures> ingest() throws Exception {
    Random random = new Random(1);
    long begin = System.nanoTime();
    try (ServiceConnection connection = service.connect()) {
      for (int job = 0; job < jobs; job++) {
        post(connection, event("START", job, ""));
        post(connection, event("COMPLETE", job, inputs(job, random)));
      }
    }
    return Figures.of("events", 2 * jobs)
        .and("events/s", 2 * jobs / ((System.nanoTime() - begin) / 1e9))
        .row();
  }

  /** Returns earlier datasets of the job's group. */
  private static String inputs(int job, Random random) {
    StringBuilder inputs = new StringBuilder();
    int first = job - job % GROUP;
    for (int i = 0; i < 1 + random.nextInt(MAX_INPUTS); i++) {
      int input = job == first ? job + 1_000_000 : first + random.nextInt(job - first);
      inputs.append(i == 0 ? "" : ",").append(dataset(input));
    }
    return inputs.toString();
  }

  private static String dataset(int number) {
    return "{\"namespace\":\"postgres://db:5432\",\"name\":\"lab.public.t%d\"}".formatted(number);
  }

  private static String event(String type, int job, String inputs) {
    return """
    {"eventType":"%s","eventTime":"2026-11-30T10:00:00Z","producer":"https://example.org",\
    "run":{"runId":"%s"},"job":{"namespace":"lab","name":"job%d"},"inputs":[%s],"outputs":[%s]}
    """
        .formatted(type, new UUID(job, 0), job, inputs, dataset(job));
  }

  private static void post(ServiceConnection connection, String event) {
    ServiceRequest request =
        ServiceRequest.post(PATH)
            .body("application/json", event.getBytes(StandardCharsets.UTF_8))
            .build();
    try (ServiceResponse response = connection.exchange(request)) {
      response.text(); // a refusal is an exception
    }
  }

  private List<Figures> ask(int round) throws Exception {
    Random random = new Random(round);
    ListStatistics times = new ListStatistics();
    ListStatistics lengths = new ListStatistics();
    try (ServiceConnection connection = service.connect()) {
      for (int i = 0; i < questions; i++) {
        int number = random.nextInt(jobs);
        ServiceRequest request =
            ServiceRequest.get(PATH)
                .parameter("nodeId", "dataset:postgres://db:5432:lab.public.t" + number)
                .build();
        long begin = System.nanoTime();
        try (ServiceResponse response = connection.exchange(request)) {
          String text = response.text();
          times.addValue((System.nanoTime() - begin) / 1e6);
          lengths.addValue(text.length());
          if (!text.contains("\"job:lab:job" + number + "\"")) {
            throw ErrorCode.STORE_CORRUPT.exception("the graph lacks job " + number);
          }
        }
      }
    }
    return Figures.of("questions", questions)
        .and("bytes", lengths.getPercentile(50))
        .and("median ms", times.getPercentile(50))
        .and("99 % ms", times.getPercentile(99))
        .row();
  }
}
