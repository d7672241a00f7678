// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRefusalException;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.client.protocol.SourceName;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Sends queued operations in batches. After a failure of the connection or the service, sends
 * unacknowledged operations again. The service records each line only once.
 */
final class Sender implements Runnable {
  private static final Logger LOG = System.getLogger(Sender.class.getName());
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long MAX_PAUSE_MILLIS = 1000;
  private static final int MAX_BATCH_BYTES = 8 << 20;
  private static final int MAX_LOGGED = 5;

  private final ServiceConnection service;
  private final RemoteSinkOptions options;
  private final OperationQueue queue;
  private final SourcePositions positions;
  private final LineEncoder encoder;
  private long base = -1;
  private long refused;
  private long failingSinceNanos;
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  Sender(
      ServiceConnection service,
      RemoteSinkOptions options,
      OperationQueue queue,
      SourcePositions positions) {
    this.positions = positions;
    this.service = service;
    this.options = options;
    this.queue = queue;
    this.encoder = new LineEncoder(id -> queue.ids().global(id));
  }

  @Override
  public void run() {
    try {
      for (long last = queue.awaitWork(); last != 0; last = queue.awaitWork()) {
        if (!attempt(last)) {
          service.close();
          new LineFile(Objects.requireNonNull(options.rest()).get(), queue).run();
          return;
        }
      }
      deleteRun();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      queue.fail(ErrorCode.INTERRUPTED.exception("interrupted while sending to the service", e));
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "reporting as " + options.source() + " ended", e);
      queue.fail(
          e instanceof ColophonException known
              ? known
              : ErrorCode.IO_FAILED.exception("cannot send to the service: " + e, e));
    } finally {
      service.close();
    }
  }

  /** Returns false if the service was unreachable for too long, and a file takes the rest. */
  private boolean attempt(long last) throws InterruptedException {
    long begunNanos = System.nanoTime();
    try {
      if (base < 0) {
        base = startingPoint();
      }
      send(last);
      failingSinceNanos = 0;
      pauseMillis = FIRST_PAUSE_MILLIS;
      return true;
    } catch (ColophonException e) {
      if (!isTemporary(e)) {
        throw e;
      }
      return pause(e, begunNanos);
    }
  }

  /** Returns the number of lines that were earlier sent under this source name. */
  private long startingPoint() {
    ServiceRequest request = ServiceRequest.get("/v1/sources/" + options.source()).build();
    try (ServiceResponse response = service.exchange(request)) {
      return SourceReply.read(response, (number, id) -> {}).acknowledged();
    }
  }

  /**
   * Deletes the source of a finished run. If the service is just stopping, the source remains until
   * the service deletes it.
   */
  private void deleteRun() {
    if (base < 0 || !options.source().startsWith(SourceName.RUN_PREFIX)) {
      return;
    }
    try {
      service.exchange(ServiceRequest.delete("/v1/sources/" + options.source()).build()).close();
    } catch (ColophonException e) {
      LOG.log(Level.DEBUG, "{0} is not deleted yet: {1}", options.source(), e.getMessage());
    }
  }

  private void send(long last) {
    long first = queue.acknowledged() + 1;
    encode(first, last);
    ServiceRequest.Builder request =
        ServiceRequest.post("/v1/sources/" + options.source() + "/operations")
            .parameter("first", base + first)
            .parameter("session", options.session())
            .parameter("keep-all", options.keepAll() ? "true" : null);
    options.include().forEach(rule -> request.parameter("include", rule));
    options.exclude().forEach(rule -> request.parameter("exclude", rule));
    request.body(MediaTypes.OPERATIONS, encoder.take());
    SourceReply reply;
    try (ServiceResponse response = service.exchange(request.build())) {
      synchronized (queue) {
        reply = SourceReply.read(response, queue.ids()::learn);
        positions.learn(reply.positions());
      }
    }
    report(reply);
    if (reply.acknowledged() < base + first && !reply.problem().isEmpty()) {
      throw ErrorCode.BAD_INPUT.exception(
          "the service accepts no further operations: " + reply.problem());
    }
    queue.acknowledge(reply.acknowledged() - base, refusedOf(reply) - refuseSteps(reply));
  }

  private void encode(long first, long last) {
    long end = Math.min(last, first + options.batchLines() - 1);
    boolean isWithinUnit = false;
    for (long i = first; isWithinUnit || (i <= end && encoder.length() < MAX_BATCH_BYTES); i++) {
      RemoteOperation operation = queue.slot(i);
      isWithinUnit = operation.call == Call.BEGIN || (isWithinUnit && !operation.call.endsUnit());
      encoder.encode(operation);
    }
  }

  /**
   * Returns the number of lost operations. If an earlier answer did not arrive, the service reports
   * the batch's refused declarations as a problem, but not in the number of refused lines.
   */
  private static long refusedOf(SourceReply reply) {
    return Math.max(reply.refused(), reply.problem().isEmpty() ? 0 : 1);
  }

  /** Passes refusals to the callers that took steps of transactions. Returns their number. */
  private int refuseSteps(SourceReply reply) {
    int steps = 0;
    for (SourceReply.Problem each : reply.problems()) {
      long number = each.line() - base;
      if (number <= reply.acknowledged() - base
          && number > queue.acknowledged()
          && queue.slot(number).call.isStep()) {
        queue.refuseStep(number, each.code().exception(each.text()));
        steps++;
      }
    }
    return steps;
  }

  private void report(SourceReply reply) {
    long more = refusedOf(reply);
    if (more > 0 && refused < MAX_LOGGED) {
      LOG.log(
          Level.WARNING,
          "the service refused {0} operations of {1}, the first because: {2}",
          "" + more,
          options.source(),
          reply.problem());
    }
    refused += more;
  }

  /** Returns whether the failure may be temporary. */
  private static boolean isTemporary(ColophonException failure) {
    return switch (failure.code()) {
      case IO_FAILED, OVERLOADED, ADAPTER_BUSY, KERNEL_CLOSED, KERNEL_FAILED, DISK_FULL -> true;
      case LIMIT_REACHED ->
          failure instanceof ServiceRefusalException known && known.status() == 408;
      default -> false;
    };
  }

  private boolean pause(ColophonException failure, long begunNanos) throws InterruptedException {
    boolean isFirst = failingSinceNanos == 0;
    failingSinceNanos = isFirst ? begunNanos : failingSinceNanos;
    Duration failing = Duration.ofNanos(System.nanoTime() - failingSinceNanos);
    if (failing.compareTo(options.patience()) > 0) {
      if (options.rest() != null) {
        return false;
      }
      throw new ColophonException(
          failure.code(),
          "no success after retrying for %d s: %s"
              .formatted(failing.toSeconds(), failure.getMessage()),
          failure);
    }
    if (isFirst) {
      LOG.log(Level.WARNING, "{0}: retrying: {1}", options.source(), failure.getMessage());
    }
    Thread.sleep(pauseMillis);
    pauseMillis = Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS);
    return true;
  }
}
