// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.verify;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.core.verify.StoreVerifier;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.query.text.DisplayText;
import org.colophon.service.config.VerifyConfig;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the journal and the adapters again and again, slowly, on a thread of its own. So damage
 * to data that nobody reads becomes known while a copy of it may still exist. Any thread.
 */
public final class StoreScrubber implements ServicePart {
  /** Delay of the first pass, so that services that restart often also have passes. */
  private static final Duration FIRST = Duration.ofMinutes(10);

  private static final Logger LOG = System.getLogger(StoreScrubber.class.getName());

  private final Path store;
  private final VerifyConfig config;
  private final CorruptionLog corruption;
  private final BackgroundThreads threads;
  private final PluginLoader<StorageAdapterFactory> engines =
      new PluginLoader<>(StorageAdapterFactory.class);
  private final Thread thread = new Thread(this::run, "colophon-verify");
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile @Nullable Pass last;

  /**
   * A pass over the whole store.
   *
   * @param ended its end, seconds since 1970 as an instant
   * @param bytes the number of bytes that it read
   * @param damages what is damaged, and what to do next
   * @param unread parts that could not be read
   */
  private record Pass(Instant ended, long bytes, List<String> damages, List<String> unread) {}

  /** Ends a pass because the service stops. */
  private static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException() {
      super(null, null, false, false);
    }
  }

  public StoreScrubber(
      Path store, VerifyConfig config, CorruptionLog corruption, BackgroundThreads threads) {
    this.store = store;
    this.config = config;
    this.corruption = corruption;
    this.threads = threads;
    thread.setDaemon(true);
  }

  @Override
  public void start() {
    if (config.bytesPerSecond() > 0) {
      thread.start();
    }
  }

  private void run() {
    threads.setUrgent(false);
    long every = config.every().toMillis();
    try {
      for (long wait = Math.min(every, FIRST.toMillis()); !isStopping(wait); wait = every) {
        pass();
      }
    } catch (StoppedException e) {
      LOG.log(Level.DEBUG, "the verification ends with the service");
    }
  }

  /** Waits for a time, and returns whether the service stops. */
  private boolean isStopping(long millis) {
    try {
      return stopping.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void pass() {
    Pace pace = new Pace();
    try {
      List<Part> parts =
          StoreVerifier.verify(store, this::shared, pace::checked, (bytes, at) -> {});
      note(new Pass(Instant.now(), pace.bytes, damages(parts), unread(parts)));
    } catch (ColophonException e) {
      String unread = String.valueOf(e.getMessage());
      note(new Pass(Instant.now(), pace.bytes, List.of(), List.of(unread)));
    }
  }

  private void note(Pass pass) {
    last = pass;
    pass.damages()
        .forEach(each -> corruption.check("verify", ErrorCode.STORE_CORRUPT.exception(each)));
    pass.unread().forEach(each -> LOG.log(Level.WARNING, "not verified: {0}", each));
  }

  /** Returns an engine, unless the service alone can open its data. */
  private Optional<StorageAdapterFactory> shared(String engine) {
    return engines
        .find(engine)
        .filter(each -> each.capabilities().contains(StorageCapability.SHARED_READ));
  }

  private static List<String> damages(List<Part> parts) {
    return parts.stream()
        .flatMap(
            part ->
                part.damages().stream()
                    .map(each -> each.file() + ": " + each.problem() + "; " + each.advice()))
        .toList();
  }

  private static List<String> unread(List<Part> parts) {
    return parts.stream()
        .filter(each -> each.state() == State.UNREADABLE)
        .map(each -> each.name() + ": " + each.detail())
        .toList();
  }

  /** Delays a pass. One thread. */
  private final class Pace {
    private final long beginNanos = System.nanoTime();
    private String part = "";
    private long partBytes;
    private long bytes;

    void checked(String of, long nowBytes) {
      bytes += of.equals(part) ? nowBytes - partBytes : nowBytes;
      part = of;
      partBytes = nowBytes;
      double dueNanos = bytes * (double) TimeUnit.SECONDS.toNanos(1) / config.bytesPerSecond();
      long leftNanos = (long) dueNanos - (System.nanoTime() - beginNanos);
      if (isStopping(Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNanos)))) {
        throw new StoppedException();
      }
    }
  }

  @Override
  public void stop(long millis) {
    stopping.countDown();
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record VerifyJson(
      @Nullable String ended, long bytes, List<String> damages, List<String> unread) {}

  @Override
  public Map<String, Object> status() {
    Pass pass = last;
    return Map.of(
        "verify",
        pass == null
            ? new VerifyJson(null, 0, List.of(), List.of())
            : new VerifyJson(pass.ended().toString(), pass.bytes(), pass.damages(), pass.unread()));
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    lines.accept("verified", text(last));
  }

  private String text(@Nullable Pass pass) {
    if (config.bytesPerSecond() == 0) {
      return "never: verify.rate is 0";
    }
    if (pass == null) {
      return "not yet since the start";
    }
    String found =
        Stream.concat(pass.damages().stream(), pass.unread().stream()).findFirst().orElse("");
    return "%s, %s read, %s"
        .formatted(
            pass.ended(),
            DisplayText.size(pass.bytes()),
            found.isEmpty()
                ? "nothing is damaged"
                : "%d damaged, %d not read: %s"
                    .formatted(pass.damages().size(), pass.unread().size(), found));
  }

  @Override
  public void register(ServiceMetrics metrics) {
    metrics.gauge(
        "colophon_verify_last_timestamp_seconds",
        "End of the last verification of the whole store, seconds since 1970; 0 before the first",
        () -> last == null ? 0 : last.ended().toEpochMilli() / 1e3);
    metrics.gauge(
        "colophon_verify_damages",
        "Damages that the last verification of the store found",
        () -> last == null ? 0 : last.damages().size());
  }
}
