// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.query.target.Targets;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.http.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Readers for queries: of the named adapter, or of the first readable one. A reader sees all
 * operations published before the request, so the request may wait for a slow adapter. A query as
 * of an earlier time does not wait if the adapter already has all records of that time.
 */
public final class Readers {
  private static final long LOOK_MILLIS = 100;

  private record ReadableAdapter(String name, StorageAdapterFactory factory) {
    boolean can(StorageCapability capability) {
      return factory.capabilities().contains(capability);
    }
  }

  private final ReaderSource source;
  private final ScheduledExecutorService clock;
  private final Duration maxWait;
  private final List<ReadableAdapter> adapters;

  public Readers(
      ReaderSource source,
      List<AdapterSpec> specs,
      ScheduledExecutorService clock,
      Duration maxWait) {
    this.source = source;
    this.clock = clock;
    this.maxWait = maxWait;
    this.adapters = adapters(specs);
  }

  /**
   * Returns a reader for a query as of a time.
   *
   * @param name name of the adapter; null for the first adapter with the capability
   * @param asOf an LSN, time, age or snapshot; null for now
   * @param zone time zone of local times
   * @throws ColophonException NOT_FOUND, BAD_REQUEST, ADAPTER_FAILED; LIMIT_REACHED if the adapter
   *     does not catch up in time
   */
  LineageReader reader(
      Exchange exchange,
      @Nullable String name,
      StorageCapability capability,
      @Nullable String asOf,
      ZoneId zone) {
    String found = find(name, capability).name();
    exchange.atEnd(source.reading()::close); // the read ends with the request
    if (asOf != null) {
      Optional<LineageReader> now = source.readerNow(found);
      if (now.isPresent() && isBehind(now.get(), asOf, zone)) {
        return now.get();
      }
    }
    return awaitReader(exchange, found);
  }

  /**
   * Returns true if a time is before the last LSN of the reader, so that the reader sees all
   * records of that time. Returns false for an unknown name, which may be a newer snapshot.
   */
  private static boolean isBehind(LineageReader reader, String asOf, ZoneId zone) {
    long visibleLsn = reader.visibleLsn();
    try {
      return new Targets(reader, Instant.now(), zone).asOf(asOf) < visibleLsn;
    } catch (ColophonException e) {
      return false; // the query itself reports this
    }
  }

  /** Returns the name of the first adapter that can be read; empty if none exists. */
  public static String readable(List<AdapterSpec> specs) {
    return adapters(specs).stream()
        .filter(each -> each.can(StorageCapability.READ))
        .map(ReadableAdapter::name)
        .findFirst()
        .orElse("");
  }

  private static List<ReadableAdapter> adapters(List<AdapterSpec> specs) {
    PluginLoader<StorageAdapterFactory> plugins = new PluginLoader<>(StorageAdapterFactory.class);
    return specs.stream()
        .map(spec -> new ReadableAdapter(spec.name(), plugins.get(spec.engine())))
        .toList();
  }

  private ReadableAdapter find(@Nullable String name, StorageCapability capability) {
    for (ReadableAdapter each : adapters) {
      boolean isMeant = name == null ? each.can(capability) : each.name().equals(name);
      if (isMeant && !each.can(capability)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the adapter " + name + " does not offer " + capability);
      }
      if (isMeant) {
        return each;
      }
    }
    List<String> names = adapters.stream().map(ReadableAdapter::name).toList();
    throw ErrorCode.NOT_FOUND.exception(
        name == null
            ? "no adapter of " + names + " offers " + capability
            : "no adapter is called '" + name + "'; there are " + names);
  }

  /** Waits for a reader. Interrupts the wait when the time has expired or the service stops. */
  private LineageReader awaitReader(Exchange exchange, String name) {
    WaitTimeout waiter =
        new WaitTimeout(Thread.currentThread(), exchange, System.nanoTime() + maxWait.toNanos());
    ScheduledFuture<?> alarm =
        clock.scheduleWithFixedDelay(
            waiter::check, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    try {
      return source.reader(name);
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.INTERRUPTED && waiter.isWoken()) {
        exchange.checkRunning();
        throw ErrorCode.LIMIT_REACHED.exception(
            "the adapter %s is behind and did not catch up in %d s; see status, and ask again later"
                .formatted(name, maxWait.toSeconds()),
            e);
      }
      throw e;
    } finally {
      waiter.done();
      alarm.cancel(false);
    }
  }

  private static final class WaitTimeout {
    private final Thread thread;
    private final Exchange exchange;
    private final long deadlineNanos;
    private boolean isDone;
    private boolean isWoken;

    WaitTimeout(Thread thread, Exchange exchange, long deadlineNanos) {
      this.thread = thread;
      this.exchange = exchange;
      this.deadlineNanos = deadlineNanos;
    }

    synchronized void check() {
      boolean isOver = System.nanoTime() - deadlineNanos > 0 || exchange.isStopping();
      if (isOver && !isDone && !isWoken) {
        isWoken = true;
        thread.interrupt();
      }
    }

    synchronized boolean isWoken() {
      return isWoken;
    }

    synchronized void done() {
      isDone = true;
      if (isWoken) {
        Thread.interrupted();
      }
    }
  }
}
