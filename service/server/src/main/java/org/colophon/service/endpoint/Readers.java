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
import org.colophon.core.kernel.Kernel;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.query.target.Targets;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.http.Exchange;

/**
 * Gives questions their reader: of the adapter that they name, or of the first that can be read. A
 * reader sees everything published before it was asked for, so an adapter that is far behind may
 * have to be waited for; not longer than a request may take. A question about a time that the
 * adapter has behind it waits for nothing.
 */
public final class Readers {
  /** An adapter, and what it can do. */
  private record Known(String name, StorageAdapterFactory factory) {
    boolean can(StorageCapability capability) {
      return factory.capabilities().contains(capability);
    }
  }

  private final Kernel kernel;
  private final ScheduledExecutorService clock;
  private final Duration patience;
  private final List<Known> adapters;

  public Readers(
      Kernel kernel, List<AdapterSpec> specs, ScheduledExecutorService clock, Duration patience) {
    this.kernel = kernel;
    this.clock = clock;
    this.patience = patience;
    PluginLoader<StorageAdapterFactory> plugins = new PluginLoader<>(StorageAdapterFactory.class);
    this.adapters =
        specs.stream().map(spec -> new Known(spec.name(), plugins.get(spec.engine()))).toList();
  }

  /**
   * A reader with a capability, for as long as a request is worked on.
   *
   * @param name null for the first adapter that has it
   * @throws ColophonException NOT_FOUND, BAD_REQUEST, ADAPTER_FAILED; LIMIT_REACHED if the adapter
   *     is so far behind that waiting for it takes too long
   */
  LineageReader reader(Exchange exchange, String name, StorageCapability capability) {
    String found = find(name, capability).name();
    announce(exchange);
    return awaitReader(found);
  }

  /**
   * A reader with a capability, for a question as of a time.
   *
   * @param asOf an LSN, time, age or snapshot; null for now
   * @param zone of local times
   * @throws ColophonException as {@link #reader(Exchange, String, StorageCapability)}
   */
  LineageReader reader(
      Exchange exchange, String name, StorageCapability capability, String asOf, ZoneId zone) {
    String found = find(name, capability).name();
    announce(exchange);
    if (asOf != null) {
      Optional<LineageReader> now = kernel.readerNow(found);
      if (now.isPresent() && isBehind(now.get(), asOf, zone)) {
        return now.get();
      }
    }
    return awaitReader(found);
  }

  /**
   * Whether a time is certainly behind what a reader sees. The last that it sees may be behind more
   * that was recorded before that time, and what it does not understand may be a later snapshot.
   */
  private static boolean isBehind(LineageReader reader, String asOf, ZoneId zone) {
    long visibleLsn = reader.visibleLsn();
    try {
      return new Targets(reader, Instant.now(), zone).asOf(asOf) < visibleLsn;
    } catch (ColophonException e) {
      return false; // said again, of all there is, by who answers
    }
  }

  /** What it reads is not taken away before it is answered. */
  private void announce(Exchange exchange) {
    exchange.atEnd(kernel.reading()::close);
  }

  private Known find(String name, StorageCapability capability) {
    for (Known each : adapters) {
      boolean isMeant = name == null ? each.can(capability) : each.name().equals(name);
      if (isMeant && !each.can(capability)) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "the adapter " + name + " does not offer " + capability);
      }
      if (isMeant) {
        return each;
      }
    }
    List<String> names = adapters.stream().map(Known::name).toList();
    throw new ColophonException(
        ErrorCode.NOT_FOUND,
        name == null
            ? "no adapter of " + names + " offers " + capability
            : "no adapter is called '" + name + "'; there are " + names);
  }

  /** Interrupts itself when it has waited long enough; never once the waiting is over. */
  private LineageReader awaitReader(String name) {
    Waiter waiter = new Waiter(Thread.currentThread());
    ScheduledFuture<?> alarm =
        clock.schedule(waiter::wake, patience.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return kernel.reader(name);
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.INTERRUPTED && waiter.isWoken()) {
        throw new ColophonException(
            ErrorCode.LIMIT_REACHED,
            "the adapter %s is behind and did not catch up in %d s; see status, and ask again later"
                .formatted(name, patience.toSeconds()),
            e);
      }
      throw e;
    } finally {
      waiter.done();
      alarm.cancel(false);
    }
  }

  private static final class Waiter {
    private final Thread thread;
    private boolean isDone;
    private boolean isWoken;

    Waiter(Thread thread) {
      this.thread = thread;
    }

    synchronized void wake() {
      if (!isDone) {
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
