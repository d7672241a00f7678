// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.config.Store;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.jspecify.annotations.Nullable;

/** Destination of a reporter's operations. It is open from its construction until it is closed. */
public interface Destination extends AutoCloseable {
  /** Maximum time for which a recording that has the store may not share it. */
  Duration MAX_WAIT = Duration.ofSeconds(5);

  Duration PAUSE = Duration.ofMillis(50);

  Run start(String name, Reporter reporter);

  @Override
  void close();

  /**
   * Returns the destination for a store. This is its running service, or else the store itself. If
   * another recording has opened the store and shares it, this is that recording. Retries for some
   * seconds, since such a recording does not share while it begins or ends.
   *
   * @param alsoInto further storage adapters; not used by a service, which has its own
   */
  static Destination of(Store store, SinkOptions options, List<String> alsoInto) {
    boolean isForService = alsoInto.isEmpty() && options.onOverload() == OverloadPolicy.BLOCK;
    long begun = System.nanoTime();
    while (true) {
      try {
        Optional<ServiceConnection> running = store.connect();
        return running.isPresent()
            ? served(store, running.get(), options, isForService)
            : opened(store, options, alsoInto, isForService);
      } catch (ColophonException e) {
        boolean isOver = System.nanoTime() - begun > MAX_WAIT.toNanos();
        if (e.code() != ErrorCode.STORE_LOCKED || !isForService || isOver) {
          throw e;
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static Destination opened(
      Store store, SinkOptions options, List<String> alsoInto, boolean isForService) {
    try {
      return new KernelDestination(store, store.openKernel(alsoInto), options);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_LOCKED || !isForService) {
        throw e;
      }
      return shared(store, options).orElseThrow(() -> e);
    }
  }

  private static Destination served(
      Store store, ServiceConnection service, SinkOptions options, boolean isForService) {
    if (store.shippedTo().isPresent()) {
      service.close();
      return shared(store, options)
          .orElseThrow(
              () ->
                  ErrorCode.STORE_LOCKED.exception(
                      "a service has the outbox %s open, but does not send it: stop that service"
                          .formatted(store.directory())));
    }
    if (isForService) {
      return new ServiceDestination(
          service, options, Optional.empty(), Optional.of(new LocalOutbox(store)));
    }
    service.close();
    throw ErrorCode.BAD_REQUEST.exception(
        "the service of this store feeds its own adapters and never drops operations; leave out"
            + " --also-into and --on-overload=drop");
  }

  /**
   * Returns the service of another host as a destination, see {@link RemoteService#connect}.
   *
   * @throws ColophonException BAD_REQUEST; IO_FAILED if no service answers
   */
  static Destination remote(
      String url, Path tokenFile, @Nullable Path authority, SinkOptions options) {
    return new ServiceDestination(
        RemoteService.connect(url, tokenFile, authority),
        options,
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<Destination> shared(Store store, SinkOptions options) {
    Optional<SharedStoreMember> member = SharedStoreMember.join(store);
    Optional<ServiceConnection> service = member.flatMap(joined -> store.connect());
    if (service.isEmpty()) {
      member.ifPresent(SharedStoreMember::close);
    }
    Optional<LocalOutbox> outbox =
        store.shippedTo().isPresent() ? Optional.empty() : Optional.of(new LocalOutbox(store));
    return service.map(found -> new ServiceDestination(found, options, member, outbox));
  }
}
