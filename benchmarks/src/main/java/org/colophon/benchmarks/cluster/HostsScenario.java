// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogFactory;
import org.colophon.core.spi.log.SharedLogWriter;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.testing.hosts.KafkaBrokers;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures one indexer of many hosts. Each host has the same history, in which a program sends ten
 * files to one more host. So a question about that host concerns all hosts.
 */
@Command(
    name = "hosts",
    description = "Many hosts at one indexer: rate, memory, and a lineage over all hosts.")
public final class HostsScenario extends Scenario {
  private static final int POLL_MILLIS = 50;
  private static final int FILES = 1000;

  /** Number of files that each host sends. */
  private static final int READS = 10;

  private static final String CENTRE = "centre";
  private static final String RESULT = "/lab/result";

  @Option(names = "--hosts", description = "Hosts that send.")
  private int hosts = 200;

  @Option(names = "--operations", description = "Operations of each host.")
  private int operations = 100_000;

  @Option(names = "--heap", description = "Heap of the indexer.")
  private String heap = "1g";

  @Option(names = "--rounds", description = "Measured questions.")
  private int rounds = 10;

  /** The frames of a history, and the store that recorded them. */
  private record History(long storeId, String generations, List<byte[]> frames) {}

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("hosts")
            .setting("hosts", hosts)
            .setting("operations of each", operations)
            .setting("heap", heap)
            .subject(round -> measure()));
  }

  private List<Figures> measure() throws IOException {
    KafkaBrokers brokers = owned(KafkaBrokers.start(directory().resolve("kafka"), 3));
    History sender = record("sender", this::send);
    History centre = record(CENTRE, HostsScenario::receive);
    ship(brokers, sender, centre);
    ServiceProcess indexer =
        owned(ServiceProcess.indexer(directory().resolve("index"), brokers.addresses(), heap));
    long begin = System.nanoTime();
    ReportedFiles.await(POLL_MILLIS, () -> isIndexed(indexer));
    double seconds = (System.nanoTime() - begin) / 1e9;
    ServiceRequest request =
        ServiceRequest.get("/v1/lineage")
            .parameter("host", CENTRE)
            .parameter("target", RESULT)
            .parameter("data-only", true)
            .parameter("all", true)
            .build();
    double[] millis = new double[rounds + 1];
    for (int i = 0; i <= rounds; i++) {
      long asked = System.nanoTime();
      String answer = ReportedFiles.exchange(indexer, request);
      millis[i] = (System.nanoTime() - asked) / 1e6;
      int found = answer.split("\"kind\" : \"connection\"", -1).length - 1;
      if (found != hosts) {
        throw new IllegalStateException(found + " hosts in the answer: " + answer);
      }
    }
    double first = millis[0];
    Arrays.sort(millis, 1, rounds + 1);
    return Figures.of("what", hosts + " hosts")
        .and("indexed/s", hosts * (double) operations / seconds)
        .and("peak MiB", Programs.peakResidentKib("" + indexer.pid()) / 1024.0)
        .and("first answer ms", first)
        .and("median ms", millis[1 + rounds / 2])
        .row();
  }

  private boolean isIndexed(ServiceProcess indexer) {
    int complete = 0;
    for (JsonNode host : ReportedFiles.status(indexer).at("/index/hosts")) {
      boolean isComplete = host.path("lastLsn").asLong() >= host.path("sourceLsn").asLong();
      complete += isComplete && host.path("lastLsn").asLong() > 0 ? 1 : 0;
    }
    return complete == hosts + 1;
  }

  private interface Program {
    void run(OperationSink sink, long process);
  }

  private History record(String name, Program program) throws IOException {
    Path store = directory().resolve(name);
    List<byte[]> frames = new ArrayList<>();
    try (Kernel kernel = Kernel.open(KernelConfig.builder(store).build())) {
      OperationSink sink = kernel.newSink(name, new SinkOptions(true, OverloadPolicy.BLOCK));
      program.run(sink, sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/" + name), 1), 1));
      sink.flush();
      kernel.drain();
      try (FrameSource feed = kernel.feeds().after(0)) {
        long last = 0;
        while (last < kernel.lastLsn()) {
          CanonicalFrame frame = feed.next(POLL_MILLIS);
          if (frame != null) {
            frames.add(FeedFormat.toBytes(frame, kernel.lastLsn()));
            last = frame.lastLsn();
          }
        }
      }
      return new History(kernel.storeId(), kernel.generation().chain().toString(), frames);
    }
  }

  /** Reports many reads of a program, and then another program that sends what it reads. */
  private void send(OperationSink sink, long process) {
    read(sink, process, operations);
    long sender = sink.process(ProcessDeclaration.of(2, Bytes.of("/bin/send"), 2), 2);
    read(sink, sender, READS);
    write(sink, sender, "tcp://10.0.0.1:80/sent?from=10.0.0.2:5000", ObjectKind.SOCKET);
  }

  private static void read(OperationSink sink, long process, int count) {
    for (int i = 0; i < count; i++) {
      long file = sink.objectAt(Bytes.of("/lab/" + i % FILES), ObjectKind.FILE, 1);
      sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 1);
    }
  }

  private static void receive(OperationSink sink, long process) {
    Bytes end = Bytes.of("tcp://10.0.0.2:5000/received?from=10.0.0.1:80");
    long received = sink.objectAt(end, ObjectKind.SOCKET, 1);
    sink.access(OperationKind.READ, Phase.WHOLE, process, received, 1, 1);
    write(sink, process, RESULT, ObjectKind.FILE);
  }

  private static void write(OperationSink sink, long process, String name, ObjectKind kind) {
    long object = sink.objectAt(Bytes.of(name), kind, 1);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 1, 1);
  }

  /** Sends the frames of all hosts in turns, as hosts that record at the same time do. */
  private void ship(KafkaBrokers brokers, History sender, History centre) {
    SharedLog log =
        new PluginLoader<>(SharedLogFactory.class)
            .get("kafka")
            .open(Map.of("brokers", brokers.addresses()));
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    try (SharedLogWriter writer = log.writer()) {
      for (byte[] frame : sender.frames) {
        for (int i = 0; i < hosts; i++) {
          sent.add(append(writer, sender, "%032x".formatted(i + 1), "host" + i, frame));
        }
      }
      for (byte[] frame : centre.frames) {
        sent.add(append(writer, centre, "f".repeat(32), CENTRE, frame));
      }
      sent.forEach(CompletableFuture::join);
    }
  }

  private static CompletableFuture<Void> append(
      SharedLogWriter writer, History history, String id, String name, byte[] frame) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    writer.append(
        new HostFrame(id, name, history.storeId, history.generations, frame),
        failure -> {
          if (failure == null) {
            done.complete(null);
          } else {
            done.completeExceptionally(failure);
          }
        });
    return done;
  }
}
