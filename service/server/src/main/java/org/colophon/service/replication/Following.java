package org.colophon.service.replication;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.service.client.RemoteAddress;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRequest;
import org.colophon.service.client.ServiceResponse;
import org.colophon.service.protocol.ServiceHeaders;

/**
 * Thread that copies the journal of another service. It asks again behind its last LSN after each
 * answer, and after each failure.
 */
public final class Following implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Following.class.getName());
  private static final long WAIT_SECONDS = 20;
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LAST_PAUSE_MILLIS = 10_000;

  private final FollowConfig config;
  private final FrameApplier applier;
  private final String readerName;
  private final String instance;
  private final Thread thread = new Thread(this::run, "colophon-follow");
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile ServiceConnection connection;
  private volatile List<String> chain = List.of();
  private volatile long sourceLsn;
  private volatile String failure = "not connected yet";

  /**
   * Prepares to follow.
   *
   * @param kernel of a follower's store
   * @param instance identifies this service, so that a circle is noticed
   */
  public Following(FollowConfig config, Path store, Kernel kernel, String instance) {
    this.config = config;
    this.applier = kernel.applier();
    this.readerName = FeedOrigin.readerName(store);
    this.instance = instance;
    thread.setDaemon(true);
  }

  /**
   * Returns the history that a store copies, or will copy. The service is asked if the store is
   * new.
   *
   * @throws ColophonException BAD_REQUEST, IO_FAILED, NOT_PERMITTED
   */
  public static FeedOrigin origin(FollowConfig config, Path store) {
    return FeedOrigin.of(store).orElseGet(() -> ask(config));
  }

  private static FeedOrigin ask(FollowConfig config) {
    try (ServiceConnection connection = connection(config);
        ServiceResponse answer = connection.exchange(ServiceRequest.get("/v1/status").build())) {
      JsonNode status = new ObjectMapper().readTree(answer.body());
      return new FeedOrigin(
          StoreIdentity.parse(status.path("storeId").asText()),
          new StoreHost(status.path("hostId").asText(), status.path("hostName").asText()));
    } catch (IOException | IllegalArgumentException e) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          config.url() + " is no service that can be followed: " + e.getMessage(),
          e);
    }
  }

  private static ServiceConnection connection(FollowConfig config) {
    return RemoteAddress.builder(
            "follow", config.url(), config.token(), config.authority().orElse(null))
        .build();
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  /** Returns the current state. Any thread. */
  public FollowStatus status() {
    return new FollowStatus(config.url(), applier.lastLsn(), sourceLsn, failure);
  }

  /** Returns the instances from which this service's history comes, nearest first. */
  public List<String> chain() {
    return chain;
  }

  private void run() {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (closing.getCount() > 0) {
      try {
        follow();
        pauseMillis = FIRST_PAUSE_MILLIS;
      } catch (RuntimeException e) { // whatever happens, it is reported and retried
        failed(e);
        rest(pauseMillis);
        pauseMillis = Math.min(LAST_PAUSE_MILLIS, 2 * pauseMillis);
      }
    }
  }

  private void failed(RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    if (closing.getCount() > 0 && !message.equals(failure)) {
      LOG.log(Level.WARNING, "not following {0}: {1}", config.url(), message);
    }
    failure = message;
    drop();
  }

  private void rest(long millis) {
    try {
      closing.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads one answer. */
  private void follow() {
    if (connection == null) {
      connection = connection(config);
    }
    ServiceRequest request =
        ServiceRequest.get("/v1/journal")
            .parameter("after", applier.durableLsn()) // acknowledges
            .parameter("reader", readerName)
            .parameter("wait", WAIT_SECONDS)
            .build();
    try (ServiceResponse answer = connection.exchange(request)) {
      checkChain(answer.header(ServiceHeaders.CHAIN));
      FeedFormat.Reader frames =
          new FeedFormat.Reader(answer.body(), "the feed of " + config.url());
      if (!failure.isEmpty()) {
        LOG.log(Level.INFO, "following {0} from LSN {1} on", config.url(), "" + applier.lastLsn());
        failure = "";
      }
      for (CanonicalFrame each = frames.next(); each != null; each = frames.next()) {
        sourceLsn = frames.endLsn();
        applier.apply(each);
      }
      applier.maintain();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the feed of " + config.url() + " was cut off", e);
    }
  }

  private void checkChain(String header) {
    List<String> sources = header == null ? List.of() : List.of(header.split(",", -1));
    if (sources.contains(instance)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "services follow each other in a circle, so that none records: let one of them follow no other");
    }
    chain = sources;
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
    closing.countDown();
    ServiceConnection open = connection;
    if (open != null) {
      open.close();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    drop();
  }
}
