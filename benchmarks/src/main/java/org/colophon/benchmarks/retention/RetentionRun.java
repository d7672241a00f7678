package org.colophon.benchmarks.retention;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.result.Directories;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.retention.PruneRequests;

/**
 * Fills a RocksDB store with builds, half of them older than the age, and prunes it. Thrice: with
 * nothing kept of the older half, with what led to a hundredth of the results kept, and while a
 * thread reports more.
 */
public final class RetentionRun {
  /** The way of pruning. */
  public enum Variant {
    AGE("older half", 1, false),
    REACHABILITY("older half, but for a hundredth", 1, false),
    SHARED("older half, a quarter of the machine", 0.25, false),
    BESIDE("the same, while others report", 0.25, true);

    private final String label;
    private final double share;
    private final boolean isBusy;

    Variant(String label, double share, boolean isBusy) {
      this.label = label;
      this.share = share;
      this.isBusy = isBusy;
    }
  }

  private static final Duration AGE = Duration.ofDays(30);

  private final Path directory;
  private final long builds;

  /**
   * @param builds how many the store holds
   */
  public RetentionRun(Path directory, long builds) {
    this.directory = directory;
    this.builds = builds;
  }

  /** Fills a store, prunes it, and deletes it. */
  public Map<String, Object> measure(Variant variant) {
    Path store = directory.resolve("store");
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    try (Kernel kernel =
        Kernel.open(KernelConfig.builder(store).adapter(AdapterConfig.of(rocks)).build())) {
      OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
      fill(sink);
      kernel.drain();
      return variant.isBusy ? pruneBeside(kernel, sink) : prune(kernel, variant);
    } finally {
      Directories.delete(store);
    }
  }

  private void fill(OperationSink sink) {
    Builds all = new Builds(sink, 0);
    long now = nanos(Instant.now());
    long old = nanos(Instant.now().minus(AGE.multipliedBy(2)));
    for (long i = 0; i < builds; i++) {
      all.report(i < builds / 2 ? old + i : now);
    }
    sink.flush();
  }

  private static long nanos(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }

  private Map<String, Object> prune(Kernel kernel, Variant variant) {
    List<String> kept = variant == Variant.REACHABILITY ? List.of("/out/7/*") : List.of();
    RetentionConfig config =
        new RetentionConfig(
            Optional.of(AGE), 0, List.of(), kept, Duration.ofDays(1), variant.share);
    PruneReport report = kernel.prune(PruneRequests.of(config, Instant.now(), null, false, 0, 0));
    // Compared with the filled store: a reporter next to the prune makes it grow.
    long removed = report.figures().factsBefore() - report.figures().factsAfter();
    if (!report.isDone() || removed * 3 < builds * Builds.FACTS) {
      throw new ColophonException(
          ErrorCode.STORE_CORRUPT, "the older half should have gone: " + report.figures());
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("what", variant.label);
    figures.put("facts", report.figures().factsBefore());
    figures.put("facts left", report.figures().factsAfter());
    figures.put("MiB", report.bytesBefore() / 1048576.0);
    figures.put("MiB left", report.bytesAfter() / 1048576.0);
    figures.put("prune s", report.nanos() / 1e9);
    figures.put("facts/s", report.figures().factsBefore() * 1e9 / report.nanos());
    figures.put("builds reported/s before", "-");
    figures.put("builds reported/s meanwhile", "-");
    return figures;
  }

  /**
   * Prunes while a thread reports half as many builds as the store was filled with. The number is
   * bounded: a prune with a share of the machine would follow an endless reporter for minutes.
   */
  private Map<String, Object> pruneBeside(Kernel kernel, OperationSink sink) {
    Builds more = new Builds(sink, builds);
    rate(more, sink); // warms up
    double before = rate(more, sink);
    CompletableFuture<Double> meanwhile = CompletableFuture.supplyAsync(() -> rate(more, sink));
    Map<String, Object> figures = prune(kernel, Variant.BESIDE);
    figures.put("builds reported/s before", before);
    figures.put("builds reported/s meanwhile", meanwhile.join());
    return figures;
  }

  /** Reports half as many builds as the store was filled with; returns builds a second. */
  private double rate(Builds more, OperationSink sink) {
    long count = builds / 2;
    long begin = System.nanoTime();
    for (long i = 0; i < count; i++) {
      more.report(nanos(Instant.now()));
    }
    sink.flush();
    return count * 1e9 / (System.nanoTime() - begin);
  }
}
