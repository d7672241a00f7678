// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.certify;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.history.certified.Certification;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.log.LogVerifier;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.proof.RecordProof;
import org.colophon.history.certified.witness.Witness;
import org.colophon.service.http.server.WitnessServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of certification, its delay, and the speed of checks. */
@Command(
    name = "certify",
    description = {
      "The tree data set with and without certification; the time until a record is certified and",
      "witnessed; the check of all frames; the size of proofs."
    })
public final class CertifyScenario extends Scenario {
  private static final int PROOFS = 500;
  private static final int CHECKS = 5;

  @Option(names = "--levels", description = "Levels of the tree.")
  private int levels = 5;

  @Option(names = "--trees", description = "Trees in a load.")
  private int trees = 16;

  @Option(names = "--rounds", description = "Pairs of loads.")
  private int rounds = 9;

  @Option(names = "--records", description = "Records to measure the delay.")
  private int records = 300;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Path store;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private LogPlace place;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private SigningKey key;

  @Override
  protected void prepare() {
    store = Directories.newIn(directory());
  }

  @Override
  protected List<Experiment> experiments() {
    Workload workload = TreeWorkload.ofLevels(levels);
    Experiment cost =
        Experiment.named("certify")
            .setting("levels", levels)
            .setting("trees", trees)
            .setting("rounds", rounds)
            .rounds(rounds, 1)
            .medians("load");
    for (boolean isKeepingAll : new boolean[] {false, true}) {
      cost.alternating(
          List.of(
              round -> load(workload, isKeepingAll, false),
              round -> load(workload, isKeepingAll, true)));
    }
    return List.of(
        cost,
        Experiment.named("certify-delay").setting("records", records).subject(round -> delay()),
        Experiment.named("certify-check")
            .setting("levels", levels)
            .subject(round -> check(frames())));
  }

  // --- cost ---

  private List<Figures> load(Workload workload, boolean isKeepingAll, boolean isCertified)
      throws IOException {
    Path loaded = Directories.newIn(directory());
    long operations = workload.operations() * trees;
    String label =
        (isKeepingAll ? "everything kept" : "suppressing") + (isCertified ? ", certified" : "");
    try (Kernel kernel = open(loaded, isCertified);
        Certified certified = isCertified ? new Certified(loaded, kernel, false) : null) {
      SinkOptions sink = new SinkOptions(isKeepingAll, OverloadPolicy.BLOCK);
      long cpuBegin = cpuNanos();
      long begin = System.nanoTime();
      for (int tree = 0; tree < trees; tree++) {
        workload.report(kernel.newSink("bench " + tree, sink));
      }
      kernel.drain();
      long nanos = System.nanoTime() - begin;
      long entries = certified == null ? 0 : certified.certification.status().entries();
      return Figures.of("load", label)
          .and("M operations/s", operations * 1e3 / nanos)
          .and("CPU ns/operation", (double) (cpuNanos() - cpuBegin) / operations)
          .and("log entries", entries)
          .row();
    } finally {
      Directories.delete(loaded);
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Kernel open(Path store, boolean isCertified) {
    return Kernel.open(Kernels.rocksDb(store).certifiable(isCertified).build());
  }

  /** Measures the certification of a kernel, without a witness and with one on loopback. */
  private static final class Certified implements AutoCloseable {
    private final SigningKey key = SigningKey.generate("bench.example.org");
    private final Certification certification;
    private final @Nullable WitnessServer witness;
    private final LogPlace place;

    Certified(Path store, Kernel kernel, boolean isWitnessed) throws IOException {
      Path file = store.resolve("key");
      KeyFile.write(file, key);
      Optional<Path> policy = Optional.empty();
      if (isWitnessed) {
        SigningKey own = SigningKey.generate("bench.example.org/witness");
        LongSupplier seconds = () -> System.currentTimeMillis() / 1000;
        witness =
            WitnessServer.start(
                new Witness(own, List.of(key.verifier()), store.resolve("witness"), seconds),
                "127.0.0.1",
                0);
        String text =
            "witness w %s http://127.0.0.1:%d\nquorum w\n"
                .formatted(own.cosigner(), witness.port());
        policy = Optional.of(Files.writeString(store.resolve("policy"), text));
      } else {
        witness = null;
      }
      CertifyConfig config = new CertifyConfig(file.toString(), Optional.empty(), policy);
      certification = new Certification(config, store, kernel);
      certification.start();
      place = LogPlace.of(store, kernel.storeId(), Optional.empty(), key.verifier());
    }

    @Override
    public void close() {
      certification.close();
      if (witness != null) {
        witness.close();
      }
    }
  }

  // --- delay ---

  /** Measures the delays. Then records a tree for the check. */
  private List<Figures> delay() throws IOException {
    double[] certified = new double[records];
    double[] witnessed = new double[records];
    try (Kernel kernel = open(store, true);
        Certified signer = new Certified(store, kernel, true)) {
      OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
      for (int i = 0; i < records; i++) {
        long begin = System.nanoTime();
        long unused = sink.objectAt(Bytes.of("/lab/" + i), ObjectKind.FILE, 0);
        long lsn = sink.flush();
        certified[i] = await(begin, lsn, signer.certification::certifiedLsn);
        witnessed[i] = await(begin, lsn, signer.certification::witnessedLsn);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(i * 37L % 500)); // varies the phase
      }
      place = signer.place;
      key = signer.key;
      TreeWorkload.ofLevels(levels)
          .report(kernel.newSink("tree", new SinkOptions(true, OverloadPolicy.BLOCK)));
      kernel.drain();
      await(0, kernel.status().durableLsn(), signer.certification::certifiedLsn);
    }
    return List.of(row("until certified, ms", certified), row("until witnessed, ms", witnessed));
  }

  private static double await(long begin, long lsn, LongSupplier reached) {
    while (reached.getAsLong() < lsn) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private static Figures row(String what, double[] millis) {
    Arrays.sort(millis);
    return Figures.of("record", what)
        .and("median", millis[millis.length / 2])
        .and("99 %", millis[(int) (millis.length * 0.99)])
        .and("largest", millis[millis.length - 1]);
  }

  // --- check ---

  private List<byte[]> frames() {
    List<byte[]> frames = new ArrayList<>();
    var unused =
        JournalVerifier.verify(
            StoreDirectory.journalIn(store),
            0,
            bytes -> {},
            (bytes, at) ->
                frames.add(Arrays.copyOfRange(bytes, at, at + FrameFormat.frameBytes(bytes, at))));
    return frames;
  }

  private List<Figures> check(List<byte[]> frames) {
    long bytes = frames.stream().mapToLong(each -> each.length).sum();
    double best = 0;
    for (int round = 0; round < CHECKS; round++) {
      LogVerifier verifier = new LogVerifier(place, key.verifier(), List.of());
      verifier.verifyLog();
      FrameVisitor visitor = verifier.frames("journal", StoreDirectory.journalIn(store), true);
      long begin = System.nanoTime();
      frames.forEach(each -> visitor.visit(each, 0));
      best = Math.max(best, bytes * 1e3 / (System.nanoTime() - begin));
      Part part = verifier.result();
      if (part.state() != State.INTACT) {
        throw new IllegalStateException(part.toString());
      }
    }
    Figures row =
        Figures.of("what", "the journal of the tree, everything kept")
            .and("MB", bytes / 1e6)
            .and("frames against the log, MB/s", best);
    proofs(frames, row);
    return List.of(row);
  }

  private void proofs(List<byte[]> frames, Figures row) {
    LogReader log = new LogReader(place.log());
    RecordDecoder decoder = new RecordDecoder();
    long largest = 0;
    long total = 0;
    long begin = System.nanoTime();
    int proven = 0;
    for (int i = 0; i < PROOFS; i++) {
      byte[] frame = frames.get((int) ((long) i * frames.size() / PROOFS));
      decoder.reset(frame, 0);
      if (decoder.next()) {
        long storeId = FrameEntry.parse(log.entry(0, 1)).storeId();
        int length = RecordProof.of(decoder.lsn(), log, storeId, frame, 0).log().format().length();
        largest = Math.max(largest, length);
        total += length;
        proven++;
      }
    }
    row.put("a proof takes ms", (System.nanoTime() - begin) / 1e6 / proven);
    row.put("a proof has bytes", (double) total / proven);
    row.put("the largest has bytes", largest);
  }
}
