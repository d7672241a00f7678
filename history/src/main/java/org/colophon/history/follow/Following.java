// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.follow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.colophon.client.connection.RemoteAddress;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.history.copy.Measure;
import org.colophon.history.copy.RetryingThread;
import org.jspecify.annotations.Nullable;

/**
 * Thread that copies the journal of another service. After each answer and each failure, it
 * requests the frames after its last LSN.
 */
public final class Following implements HistoryCopy {
  private static final long WAIT_SECONDS = 20;

  private final FollowConfig config;
  private final FrameApplier applier;
  private final StoreGeneration generation;
  private final String readerName;
  private final String instance;
  private final RetryingThread thread;
  private final Predicate<LogHead> certifier;
  private volatile @Nullable LogHead head;
  private volatile @Nullable ServiceConnection connection;
  private volatile List<String> chain = List.of();
  private volatile long sourceLsn;

  /**
   * Prepares to follow.
   *
   * @param kernel kernel of a follower's store
   * @param instance id of this service, to detect cycles of followers
   * @param certifier receives signed states of the source's certified log; returns false if frames
   *     that the state covers have not arrived yet
   */
  public Following(
      FollowConfig config,
      Path store,
      Kernel kernel,
      String instance,
      Predicate<LogHead> certifier) {
    this.certifier = certifier;
    this.config = config;
    this.applier = kernel.applier();
    this.generation = kernel.generation();
    this.readerName = FeedOrigin.readerName(store);
    this.instance = instance;
    this.thread = new RetryingThread("follow", "following " + config.url(), this::follow);
  }

  /**
   * Returns the history that a store copies. For a new store, requests it from the service to
   * follow.
   *
   * @throws ColophonException BAD_REQUEST, IO_FAILED, NOT_PERMITTED
   */
  public static FeedOrigin origin(FollowConfig config, Path store) {
    return FeedOrigin.of(store).orElseGet(() -> requestOrigin(config));
  }

  private static FeedOrigin requestOrigin(FollowConfig config) {
    try (ServiceConnection connection = connection(config);
        ServiceResponse answer = connection.exchange(ServiceRequest.get("/v1/status").build())) {
      JsonNode status = new ObjectMapper().readTree(answer.body());
      return new FeedOrigin(
          StoreIdentity.parse(status.path("storeId").asText()),
          new StoreHost(status.path("hostId").asText(), status.path("hostName").asText()));
    } catch (IOException | IllegalArgumentException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          config.url() + " is not a service that can be followed: " + e.getMessage(), e);
    }
  }

  private static ServiceConnection connection(FollowConfig config) {
    return RemoteAddress.builder(
            "follow", config.url(), config.token(), config.authority().orElse(null))
        .build();
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public String key() {
    return "follow";
  }

  @Override
  public FollowStatus status() {
    return new FollowStatus(config.url(), applier.lastLsn(), sourceLsn, thread.failure());
  }

  @Override
  public List<String> lines() {
    FollowStatus now = status();
    return List.of(
        now.failure().isEmpty()
            ? String.format(Locale.ROOT, "%s, %,d LSNs behind", now.url(), now.lag())
            : "%s, stopped at LSN %d".formatted(now.url(), now.lastLsn()));
  }

  @Override
  public List<Measure> measures() {
    return List.of(
        new Measure(
            "colophon_follow_lag_lsns",
            "LSNs that this copy lacks, at least 1 while it stops",
            () -> status().lag()),
        new Measure(
            "colophon_follow_connected",
            "1 while frames come from the other service",
            () -> status().failure().isEmpty() ? 1 : 0));
  }

  @Override
  public List<String> warnings() {
    String failure = thread.failure();
    return failure.isEmpty()
        ? List.of()
        : List.of("not following " + config.url() + ": " + failure);
  }

  /** Returns the services that this service's history has passed through, the nearest first. */
  public List<String> chain() {
    return chain;
  }

  private void follow() {
    try {
      readAnswer();
    } catch (RuntimeException e) {
      drop();
      throw e;
    }
  }

  private void readAnswer() {
    if (connection == null) {
      connection = connection(config);
    }
    ServiceRequest request =
        ServiceRequest.get("/v1/journal")
            .parameter("after", applier.durableLsn()) // acknowledges earlier frames
            .parameter("reader", readerName)
            .parameter("wait", thread.failure().isEmpty() ? WAIT_SECONDS : 0)
            .build();
    try (ServiceResponse answer = connection.exchange(request)) {
      checkChain(answer.header(ServiceHeaders.CHAIN));
      checkGenerations(answer.header(ServiceHeaders.GENERATIONS));
      FeedFormat.Reader frames =
          new FeedFormat.Reader(answer.body(), "the feed of " + config.url());
      String checkpoint = answer.header(ServiceHeaders.CHECKPOINT);
      LogHead waiting = offer(checkpoint == null ? null : LogHead.decode(checkpoint));
      for (CanonicalFrame each = frames.next(); each != null; each = frames.next()) {
        sourceLsn = frames.endLsn();
        applier.apply(each);
        thread.succeeded();
        if (waiting != null && waiting.lastLsn() <= applier.lastLsn()) {
          waiting = offer(waiting);
        }
      }
      thread.succeeded(); // the copy has all that the source had
      applier.maintain();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("the feed of " + config.url() + " was cut off", e);
    }
  }

  /**
   * Passes on a signed state of the log. Returns the state if frames that it covers have not
   * arrived yet, otherwise null.
   */
  private @Nullable LogHead offer(@Nullable LogHead newest) {
    if (newest == null) {
      return null;
    }
    var unused = applier.durableLsn();
    if (!certifier.test(newest)) {
      return newest;
    }
    head = newest;
    return null;
  }

  /** Returns the newest signed state of the source's log; empty if none exists. */
  public Optional<LogHead> head() {
    return Optional.ofNullable(head);
  }

  private void checkChain(@Nullable String header) {
    List<String> sources = header == null ? List.of() : List.of(header.split(",", -1));
    if (sources.contains(instance)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "services follow each other in a circle, so that none records: let one of them follow no other");
    }
    chain = sources;
  }

  private void checkGenerations(@Nullable String header) {
    try {
      GenerationChain source = GenerationChain.parse(header == null ? "" : header);
      generation.follow(source, applier.lastLsn());
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_INPUT.exception(
          config.url() + " does not name the generations of its store: " + e.getMessage(), e);
    }
  }

  private void drop() {
    ServiceConnection dropped = connection;
    connection = null;
    if (dropped != null) {
      dropped.close();
    }
  }

  /** Ends the thread. */
  @Override
  public void close() {
    thread.beginClose();
    ServiceConnection open = connection;
    if (open != null) {
      open.close();
    }
    thread.close(0);
    drop();
  }
}
