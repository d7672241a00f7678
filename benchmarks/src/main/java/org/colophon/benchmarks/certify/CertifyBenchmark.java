package org.colophon.benchmarks.certify;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of certification, its delay, and the speed of checks. */
@Command(
    name = "certify",
    mixinStandardHelpOptions = true,
    description = {
      "The tree data set with and without certification; the time until a record is certified and",
      "witnessed; the check of all frames; the size of proofs."
    })
public final class CertifyBenchmark implements Runnable {
  private static final String NAME = "certify";
  private static final int PROOFS = 500;

  @Mixin private BenchmarkOptions options;

  @Option(names = "--levels", description = "Levels of the tree (default: ${DEFAULT-VALUE}).")
  private int levels = 5;

  @Option(names = "--trees", description = "Trees in a load (default: ${DEFAULT-VALUE}).")
  private int trees = 16;

  @Option(names = "--rounds", description = "Pairs of loads (default: ${DEFAULT-VALUE}).")
  private int rounds = 9;

  @Option(
      names = "--records",
      description = "Records to measure the delay (default: ${DEFAULT-VALUE}).")
  private int records = 300;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          try {
            cost(directory);
            delay(Directories.newIn(directory));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private record Load(long nanos, long cpuNanos, long entries) {}

  private void cost(Path directory) throws IOException {
    Workload workload = TreeWorkload.ofLevels(levels);
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Map<String, Object>> runs = new ArrayList<>();
    for (boolean isKeepingAll : new boolean[] {false, true}) {
      List<Map<String, Object>> some = new ArrayList<>();
      for (int round = -1; round < rounds; round++) {
        boolean isFirst = round % 2 == 0; // alternates, since the second run of a pair may differ
        for (boolean isCertified : new boolean[] {!isFirst, isFirst}) {
          Map<String, Object> row = load(directory, workload, isKeepingAll, isCertified);
          if (round >= 0) { // the first pair warms up
            some.add(row);
            options.progress().accept(row.toString());
          }
        }
      }
      runs.addAll(some);
      rows.addAll(Medians.rows(some, "load"));
    }
    options.publish(NAME, Map.of("levels", levels, "trees", trees, "rounds", rounds), rows, runs);
  }

  private Map<String, Object> load(
      Path parent, Workload workload, boolean isKeepingAll, boolean isCertified)
      throws IOException {
    Path directory = Directories.newIn(parent);
    Load load;
    try (Kernel kernel = open(directory, isCertified);
        Certified certified = isCertified ? new Certified(directory, kernel, false) : null) {
      SinkOptions sink = new SinkOptions(isKeepingAll, OverloadPolicy.BLOCK);
      long cpuBegin = cpuNanos();
      long begin = System.nanoTime();
      for (int tree = 0; tree < trees; tree++) {
        workload.report(kernel.newSink("bench " + tree, sink));
      }
      kernel.drain();
      long nanos = System.nanoTime() - begin;
      long entries = certified == null ? 0 : certified.certification.status().entries();
      load = new Load(nanos, cpuNanos() - cpuBegin, entries);
    }
    Directories.delete(directory);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(
        "load",
        (isKeepingAll ? "everything kept" : "suppressing") + (isCertified ? ", certified" : ""));
    long operations = workload.operations() * trees;
    row.put("M operations/s", operations * 1e3 / load.nanos());
    row.put("CPU ns/operation", (double) load.cpuNanos() / operations);
    row.put("log entries", load.entries());
    return row;
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Kernel open(Path directory, boolean isCertified) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    return Kernel.open(
        KernelConfig.builder(directory)
            .adapter(AdapterConfig.of(factory))
            .certifiable(isCertified)
            .build());
  }

  /** Measures the certification of a kernel, without a witness and with one on loopback. */
  private static final class Certified implements AutoCloseable {
    private final SigningKey key = SigningKey.generate("bench.example.org");
    private final Certification certification;
    private final WitnessServer witness;
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

  private void delay(Path directory) throws IOException {
    double[] certified = new double[records];
    double[] witnessed = new double[records];
    List<Map<String, Object>> rows = new ArrayList<>();
    LogPlace place;
    SigningKey key;
    try (Kernel kernel = open(directory, true);
        Certified signer = new Certified(directory, kernel, true)) {
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
    rows.add(delayRow("until certified, ms", certified));
    rows.add(delayRow("until witnessed, ms", witnessed));
    options.publish("certify-delay", Map.of("records", records), rows, rows);
    check(directory, place, key);
  }

  private static double await(long begin, long lsn, LongSupplier reached) {
    while (reached.getAsLong() < lsn) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private static Map<String, Object> delayRow(String what, double[] millis) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("record", what);
    row.put("median", sorted[sorted.length / 2]);
    row.put("99 %", sorted[(int) (sorted.length * 0.99)]);
    row.put("largest", sorted[sorted.length - 1]);
    return row;
  }

  private void check(Path directory, LogPlace place, SigningKey key) {
    Path journal = StoreDirectory.journalIn(directory);
    List<byte[]> frames = new ArrayList<>();
    var unused =
        JournalVerifier.verify(
            journal,
            0,
            bytes -> {},
            (bytes, at) ->
                frames.add(Arrays.copyOfRange(bytes, at, at + FrameFormat.frameBytes(bytes, at))));
    long bytes = frames.stream().mapToLong(each -> each.length).sum();
    double best = 0;
    for (int round = 0; round < 5; round++) {
      LogVerifier verifier = new LogVerifier(place, key.verifier(), List.of());
      verifier.verifyLog();
      FrameVisitor visitor = verifier.frames("journal", journal, true);
      long begin = System.nanoTime();
      frames.forEach(each -> visitor.visit(each, 0));
      best = Math.max(best, bytes * 1e3 / (System.nanoTime() - begin));
      Part part = verifier.result();
      if (part.state() != State.INTACT) {
        throw new IllegalStateException(part.toString());
      }
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("what", "the journal of the tree, everything kept");
    row.put("MB", bytes / 1e6);
    row.put("frames against the log, MB/s", best);
    proofs(frames, place, row);
    options.publish("certify-check", Map.of("levels", levels), List.of(row), List.of(row));
  }

  private static void proofs(List<byte[]> frames, LogPlace place, Map<String, Object> row) {
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
