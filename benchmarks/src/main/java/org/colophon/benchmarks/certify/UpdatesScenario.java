// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.certify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogVerifier;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.service.Service;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the path of certified updates, as the paper about OceanStore's prototype does: from a
 * client over TCP to a service, until an update is durable and signed. A relay delays each
 * direction. Many clients share signatures, or send one update at a time, so that each has a
 * signature of its own. A single client, which waits for each of its signatures, never shares one.
 */
@Command(
    name = "updates",
    description = "Time and rate of certified updates by their size, clients and delay.")
public final class UpdatesScenario extends Scenario {
  private static final int LINE_BYTES = 16 << 20;

  @Option(names = "--sizes", split = ",", description = "Bytes of an update.")
  private List<Integer> sizes = List.of(4 << 10, 64 << 10, 512 << 10, 2 << 20);

  @Option(names = "--delays", split = ",", description = "Delays of each direction, in ms.")
  private List<Integer> delays = List.of(0, 20, 60);

  @Option(names = "--clients", description = "Clients that send at the same time.")
  private int clients = 60;

  @Option(names = "--updates", description = "Updates of each of many clients.")
  private int updates = 2;

  @Option(names = "--single-updates", description = "Updates with a signature for each.")
  private int singleUpdates = 6;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  private final SigningKey key = SigningKey.generate("bench.example.org");

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Path store;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private LogPlace place;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Service service;

  @Override
  protected void prepare() throws IOException {
    store = Files.createDirectory(directory().resolve("store"));
    Path file = directory().resolve("key");
    KeyFile.write(file, key);
    LimitsConfig limits =
        RecordCopy.with(
            RecordCopy.with(LimitsConfig.DEFAULT, "lineBytes", LINE_BYTES),
            "concurrentRequests",
            2 * clients + LimitsConfig.DEFAULT.concurrentRequests());
    ServiceConfig config =
        ServiceConfig.of(store)
            .withLimits(limits)
            .withListen(
                new ListenConfig(
                    Optional.empty(), Optional.of(TcpConfig.loopback(0)), Optional.empty()))
            .withReplication(
                ReplicationConfig.NONE.certifying(
                    new CertifyConfig(file.toString(), Optional.empty(), Optional.empty())));
    Kernel kernel = Kernel.open(Kernels.rocksDb(store).certifiable(true).build());
    service = Service.over(config, kernel);
    owned(service::stop);
    place = LogPlace.of(store, kernel.storeId(), Optional.empty(), key.verifier());
  }

  @Override
  protected List<Experiment> experiments() {
    Experiment experiment =
        Experiment.named("updates")
            .setting("updates", updates)
            .setting("singleUpdates", singleUpdates)
            .setting("rounds", rounds)
            .rounds(rounds, 0)
            .before(() -> measure("warm-up", sizes.get(0), 0, clients, clients, updates))
            .medians("clients", "bytes", "delay");
    int each = Math.max(1, singleUpdates / clients);
    int some = Math.min(clients, singleUpdates);
    for (int delay : delays) {
      for (int size : sizes) {
        experiment.alternating(
            List.of(
                round -> measure("1", size, delay, 1, 1, singleUpdates),
                round ->
                    measure("%d, one update at a time".formatted(some), size, delay, some, 1, each),
                round -> measure("%d".formatted(clients), size, delay, clients, clients, updates)));
      }
    }
    return List.of(experiment);
  }

  private List<Figures> measure(
      String what, int size, int delayMillis, int count, int atOnce, int updatesEach)
      throws Exception {
    try (DelayRelay relay = new DelayRelay(service.port(), delayMillis);
        UpdateClients running = new UpdateClients(connection(relay.port()), size, atOnce)) {
      Figures row =
          Figures.of("clients", what)
              .and("bytes", "%,d".formatted(size))
              .and("delay", delayMillis + " ms");
      row.putAll(running.run(count, updatesEach));
      return row.and("MB/s", row.number("updates/s") * size / 1e6).row();
    }
  }

  private ServiceConnection.Builder connection(int port) throws IOException {
    return ServiceConnection.at("127.0.0.1", port)
        .token(Files.readString(service.config().tokenFile()));
  }

  /** Checks all signatures, and the frames of the journal against the log. */
  @Override
  protected void check() {
    if (!service.stop()) {
      throw ErrorCode.KERNEL_FAILED.exception("the service did not stop cleanly");
    }
    LogVerifier verifier = new LogVerifier(place, key.verifier(), List.of());
    verifier.verifyLog();
    Path journal = StoreDirectory.journalIn(store);
    FrameVisitor frames = verifier.frames("journal", journal, true);
    var unused = JournalVerifier.verify(journal, 0, bytes -> {}, frames);
    Part part = verifier.result();
    if (part.state() != State.INTACT) {
      throw ErrorCode.STORE_CORRUPT.exception("the certified log is not intact: " + part);
    }
  }
}
