// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.tail;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.service.http.EventStream;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.http.Route;
import org.colophon.service.json.ServiceJson;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.colophon.service.retention.RetentionState;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.sink.OperationTap.TappedOperation;

/**
 * Sends counters and a sample of operations to live tails, with at most {@link #OPERATIONS_A_TICK}
 * operations each tick. One thread calls {@link #tick}; any thread may call the other methods.
 */
public final class TailHub implements ServicePart {
  /** Maximum number of operations for each tick. */
  public static final int OPERATIONS_A_TICK = 250;

  private static final int TICKS_A_SECOND = 4;

  private final Supplier<KernelStatus> status;
  private final Supplier<RetentionState> retention;
  private final OperationTap tap;
  private final int maxTails;
  private final CopyOnWriteArrayList<Tail> tails = new CopyOnWriteArrayList<>();
  private int ticks;
  private boolean isClosed;

  public TailHub(
      Supplier<KernelStatus> status,
      Supplier<RetentionState> retention,
      OperationTap tap,
      int maxTails) {
    this.status = status;
    this.retention = retention;
    this.tap = tap;
    this.maxTails = maxTails;
  }

  private final class Tail {
    final boolean wantsOperations;
    final EventStream stream;

    Tail(Exchange exchange) {
      this.wantsOperations = exchange.parameters().flag("operations");
      this.stream = exchange.events(() -> remove(this));
    }
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route("GET", "/v1/tail", Set.of("operations"), Route.Access.UNLIMITED, this::open));
  }

  @Override
  public void register(ServiceMetrics metrics) {
    metrics.gauge("colophon_tails", "Live tails open", tails::size);
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(1).dividedBy(TICKS_A_SECOND);
  }

  /** Answers a request with a tail, which stays open. */
  private synchronized void open(Exchange exchange) {
    if (isClosed || tails.size() >= maxTails) {
      throw new HttpFailure(
          503, ErrorCode.LIMIT_REACHED, "the limit of open tails (limits.tails) is reached");
    }
    Tail tail = new Tail(exchange);
    tails.add(tail);
    openTap();
    tail.stream.send("counters", counters());
  }

  private synchronized void remove(Tail tail) {
    tails.remove(tail);
    openTap();
  }

  private void openTap() {
    tap.setOpen(tails.stream().anyMatch(tail -> tail.wantsOperations));
  }

  /** Sends the events since the last tick. */
  @Override
  public void tick() {
    List<TappedOperation> operations = tap.take();
    long leftOut = tap.takeLeftOut();
    boolean isSecond = ++ticks % TICKS_A_SECOND == 0;
    if (tails.isEmpty()) {
      return;
    }
    String counters = isSecond ? counters() : "";
    for (Tail tail : tails) {
      if (tail.wantsOperations) {
        operations.forEach(each -> tail.stream.send("operation", ServiceJson.line(each)));
        sendLeftOut(tail, leftOut);
      }
      if (isSecond) {
        tail.stream.send("counters", counters);
      }
    }
  }

  private static void sendLeftOut(Tail tail, long sampled) {
    long count = sampled + tail.stream.takeLeftOut();
    if (count > 0) {
      tail.stream.send("skipped", ServiceJson.line(Map.of("operations", count)));
    }
  }

  private String counters() {
    return ServiceJson.line(new Counters(status.get(), retention.get().progressJson()));
  }

  private record Counters(@JsonUnwrapped KernelStatus kernel, Map<String, Object> retention) {}

  /** Ends all tails and rejects new ones. */
  @Override
  public void stop(long millis) {
    synchronized (this) {
      isClosed = true;
    }
    tails.forEach(tail -> tail.stream.close());
  }
}
