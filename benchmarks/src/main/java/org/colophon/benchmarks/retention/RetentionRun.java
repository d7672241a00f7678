package org.colophon.benchmarks.retention;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
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
 * nothing kept of the older half, with what led to a hundredth of the results kept, and while
 * somebody reports as fast as the store takes it.
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
  private final long spanNanos;

  /**
   * @param builds how many the store holds
   * @param span how long reporting is measured before the prune
   */
  public RetentionRun(Path directory, long builds, Duration span) {
    this.directory = directory;
    this.builds = builds;
    this.spanNanos = span.toNanos();
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
    // Compared with the filled store: a reporter next to the prune makes it grow without bound.
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

  private Map<String, Object> pruneBeside(Kernel kernel, OperationSink sink) {
    AtomicLong reported = new AtomicLong();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread reporter = new Thread(() -> report(sink, reported, isOver), "bench-reporter");
    reporter.start();
    try {
      rate(reported, spanNanos); // warms up
      double before = rate(reported, spanNanos);
      long begin = System.nanoTime();
      long first = reported.get();
      Map<String, Object> figures = prune(kernel, Variant.BESIDE);
      double meanwhile = (reported.get() - first) * 1e9 / (System.nanoTime() - begin);
      figures.put("builds reported/s before", before);
      figures.put("builds reported/s meanwhile", meanwhile);
      return figures;
    } finally {
      isOver.set(true);
      join(reporter);
    }
  }

  private void report(OperationSink sink, AtomicLong reported, AtomicBoolean isOver) {
    Builds more = new Builds(sink, builds);
    while (!isOver.get()) {
      more.report(nanos(Instant.now()));
      reported.incrementAndGet();
    }
    sink.flush();
  }

  private static double rate(AtomicLong reported, long spanNanos) {
    long begin = System.nanoTime();
    long first = reported.get();
    while (System.nanoTime() - begin < spanNanos) {
      LockSupport.parkNanos(spanNanos / 10); // the span is what is measured
    }
    return (reported.get() - first) * 1e9 / (System.nanoTime() - begin);
  }

  private static void join(Thread reporter) {
    try {
      reporter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted while measuring", e);
    }
  }
}
