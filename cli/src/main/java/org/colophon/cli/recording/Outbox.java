// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.colophon.cli.config.Store;
import org.colophon.client.connection.RemoteAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.Kernel;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.ship.PublishStatus;
import org.colophon.history.ship.Publishing;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Ships the history of a store to the service of another host while a recording uses the store. The
 * service stores each frame once. Frames that are not acknowledged at the end wait for the next
 * recording into the store.
 */
public final class Outbox implements AutoCloseable {
  /** Maximum time without progress at the end of a recording. */
  private static final Duration MAX_STALL = Duration.ofSeconds(5);

  private final Store store;
  private final Publishing publishing;
  private PublishStatus status;
  private boolean isComplete;

  private Outbox(Store store, Publishing publishing) {
    this.store = store;
    this.publishing = publishing;
    this.status = publishing.status();
  }

  /**
   * Returns the outbox: the store in which operations wait for a service.
   *
   * @param all directory of the outboxes for all services
   * @param authority PEM file of trusted issuers; null for those that Java trusts
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the address is invalid;
   *     IO_FAILED if a file cannot be read
   */
  public static Store store(
      Store base, Path all, String url, Path tokenFile, @Nullable Path authority) {
    RemoteAddress.builder("--to", url, tokenFile, authority); // validates the arguments
    Map<String, String> options = new HashMap<>(Map.of("url", url, "token", "" + tokenFile));
    if (authority != null) {
      options.put("ca", authority.toString());
    }
    String name =
        url.toLowerCase(Locale.ROOT).replaceFirst("^https?://", "").replaceFirst("/$", "");
    Path place = all.resolve(name.replaceAll("[^A-Za-z0-9.-]", "_"));
    return base.outbox(place, new SharedLogSpec("service", options));
  }

  /** Starts to ship if the store is an outbox. */
  static Optional<Outbox> of(Store store, Kernel kernel) {
    Optional<Outbox> made =
        store
            .shippedTo()
            .map(log -> new Outbox(store, new Publishing(log, kernel, Optional::empty)));
    made.ifPresent(outbox -> outbox.publishing.start());
    return made;
  }

  /** Waits some time until everything is shipped. */
  void ship() {
    isComplete = publishing.awaitShipped(MAX_STALL);
  }

  /** Ships operations that arrived during {@link #ship}, unless the service is unreachable. */
  @Override
  public void close() {
    if (isComplete) {
      ship();
    }
    status = publishing.status();
    publishing.close();
  }

  /**
   * Reports the LSNs that are not shipped.
   *
   * @throws ColophonException with the service's code if the service refuses this history
   */
  void report() {
    if (status.lostLsns() > 0) {
      publishing.warnings().forEach(store::remark);
    }
    String waiting = DisplayText.count(status.lag(), "LSN");
    String place = DisplayText.text(store.directory().toString());
    Optional<ColophonException> refusal = publishing.refusal();
    if (refusal.isPresent()) {
      ColophonException reason = refusal.get();
      throw reason
          .code()
          .exception(
              "%s refuses the history of this host, so %s in %s cannot be sent: %s"
                  .formatted(status.place(), waiting, place, reason.getMessage()),
              reason);
    }
    if (!isComplete) {
      String reason = status.failure().isEmpty() ? "" : " (" + status.failure() + ")";
      store.remark(
          "not yet sent to %s%s: %s in %s; the next command with this --to sends them"
              .formatted(status.place(), reason, waiting, place));
    }
  }
}
