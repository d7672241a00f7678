// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.query.parameter.Parameters;
import org.colophon.service.audit.AuditLog;
import org.colophon.service.audit.ControlCall;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.http.PageHeaders;
import org.colophon.service.http.Problem;
import org.colophon.service.http.RequestObserver;
import org.colophon.service.http.RequestSlots;
import org.colophon.service.http.Route;
import org.colophon.service.principal.Principal;
import org.colophon.service.principal.Right;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** Dispatches requests to endpoints and reports failures. */
final class Router extends Handler.Abstract {
  private static final Logger LOG = System.getLogger(Router.class.getName());

  /** Maximum number of answers that wait for slow readers. Each occupies a thread. */
  private static final int MAX_SLOW_READERS = 64;

  private static final String NO_ROUTE = "none";

  private final List<Route> routes;
  private final HostRoutes hosts;
  private volatile AccessGuard guard;
  private final LimitsConfig limits;
  private final RequestObserver metrics;
  private final AuditLog audit;
  private final BackgroundThreads threads;
  private final RequestSlots questions;
  private final RequestSlots ingests;

  Router(
      List<Route> routes,
      HostRoutes hosts,
      AccessGuard guard,
      LimitsConfig limits,
      RequestObserver metrics,
      AuditLog audit,
      BackgroundThreads threads) {
    this.routes = List.copyOf(routes);
    this.hosts = hosts;
    this.guard = guard;
    this.limits = limits;
    this.metrics = metrics;
    this.audit = audit;
    this.threads = threads;
    this.questions = new RequestSlots(limits.concurrentRequests(), MAX_SLOW_READERS);
    this.ingests = new RequestSlots(limits.concurrentRequests(), 0);
  }

  /** Replaces the access rules. They apply to all later requests. */
  void setGuard(AccessGuard changed) {
    guard = changed;
  }

  /** Returns the maximum number of threads for limited requests. */
  int maxThreads() {
    return questions.maxThreads() + ingests.maxThreads();
  }

  /** State of a request. */
  private static final class Work {
    final Request request;
    final Response response;
    final Callback callback;
    String routeName = NO_ROUTE;
    boolean isDetached;
    boolean isAudited;
    @Nullable Exchange exchange;
    Principal caller = Principal.ANYBODY;
    String outcome = AuditLog.OK;

    Work(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Work work = new Work(request, response, callback);
    addSafetyHeaders(response);
    BackgroundThreads.Hold hold = threads.hold();
    try {
      answer(work);
      checkLateFailure(work);
      finish(work, null);
    } catch (ColophonException e) {
      metrics.failed(request.getMethod(), work.routeName, e);
      answerProblem(work, Problem.of(e), e);
    } catch (HttpException.RuntimeException | HttpException.IllegalArgumentException e) {
      int status = ((HttpException) e).getCode();
      answerProblem(
          work, problem(status, ErrorCode.BAD_REQUEST, ((HttpException) e).getReason()), e);
    } catch (IOException e) {
      answerProblem(work, brokenOff(e), e);
    } catch (Exception | Error e) {
      LOG.log(Level.ERROR, "a request failed: " + request.getMethod() + " " + work.routeName, e);
      answerProblem(
          work, problem(500, ErrorCode.IO_FAILED, "internal error; see the service's log"), e);
    } finally {
      hold.close();
    }
    return true;
  }

  private static void addSafetyHeaders(Response response) {
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
  }

  /**
   * Returns the problem for a caller that closed the connection or was silent. A silent caller can
   * still read it.
   */
  private static Problem brokenOff(IOException e) {
    return e.getCause() instanceof TimeoutException
        ? problem(408, ErrorCode.LIMIT_REACHED, "the connection was silent for limits.idle-time")
        : problem(400, ErrorCode.BAD_INPUT, "the request ended before its body did");
  }

  private static Problem problem(int status, ErrorCode code, String detail) {
    return new Problem(status, code, detail, List.of());
  }

  private void answer(Work work) throws Exception {
    Match found = find(routes, work.request);
    if (found != null) {
      work.routeName = found.route().path();
    }
    work.caller = guard.check(work.request, found != null && found.isOpen());
    if (found == null) {
      throw notFound(work);
    }
    work.caller.require(found.route().right());
    RequestSlots slots = slots(found.route().access());
    if (slots == null) {
      run(work, found, null);
      return;
    }
    if (!slots.enter(work.caller.name())) {
      throw ErrorCode.OVERLOADED.exception(
          "the limit of concurrent requests (limits.concurrent-requests), or your share of it, is reached:"
              + " try again");
    }
    try {
      run(work, found, slots);
    } finally {
      slots.leave(work.caller.name());
    }
  }

  private @Nullable RequestSlots slots(Route.Access access) {
    return switch (access) {
      case OPEN, UNLIMITED -> null;
      case LIMITED -> questions;
      case INGEST -> ingests;
    };
  }

  private void run(Work work, Match found, @Nullable RequestSlots slots) throws Exception {
    Fields query = query(work.request);
    String host = host(work.request, query);
    if (found.route().right() == Right.REPORT) {
      work.caller.requireReport(host, found.pathParts().getOrDefault("source", ""));
    }
    try (HostRoutes.Lease lease = lease(work.request, host, found)) {
      Match there = lease == null ? null : find(lease.routes(), work.request);
      run(work, there == null ? found : there, query, slots);
    }
  }

  /** Returns the host in a request; empty for the service's own host. */
  private static String host(Request request, Fields query) {
    String parameter = query.getValue(Parameters.HOST);
    return parameter == null ? header(request, ServiceHeaders.HOST) : parameter;
  }

  /**
   * Opens the store of the host in a request. Returns null for the service's own host, and for a
   * request about the service as a whole.
   */
  private HostRoutes.@Nullable Lease lease(Request request, String host, Match found) {
    if (host.isEmpty() || found.route().path().equals(Route.FRAMES)) {
      return null;
    }
    String name = header(request, ServiceHeaders.HOST_NAME);
    boolean isReporting =
        found.route().access() == Route.Access.INGEST
            && (found.route().method().equals("POST") || !name.isEmpty());
    String boot = header(request, ServiceHeaders.BOOT);
    long clock = Parameters.millis(header(request, ServiceHeaders.CLOCK));
    boolean isForwarded = !header(request, ServiceHeaders.FORWARDED).isEmpty();
    return hosts
        .open(new HostRoutes.HostRequest(host, name, boot, clock, isReporting, isForwarded))
        .orElse(null);
  }

  private static String header(Request request, String name) {
    String value = request.getHeaders().get(name);
    return value == null ? "" : value;
  }

  private void run(Work work, Match found, Fields query, @Nullable RequestSlots slots)
      throws Exception {
    Exchange exchange =
        new Exchange(
            work.request,
            work.response,
            work.callback,
            new Parameters(query.toMultiMap(), found.route().parameters()),
            found.pathParts(),
            limits,
            slots,
            work.caller,
            ended -> audit(work, ended));
    work.exchange = exchange;
    try {
      found.route().endpoint().handle(exchange);
      work.isDetached = exchange.isDetached();
    } finally {
      exchange.end();
    }
  }

  private void checkLateFailure(Work work) {
    Exchange exchange = work.exchange;
    ColophonException failure = exchange == null ? null : exchange.lateFailure();
    if (failure != null) {
      metrics.failed(work.request.getMethod(), work.routeName, failure);
    }
  }

  private static Fields query(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException e) { // malformed percent-encoding causes several types
      throw ErrorCode.BAD_REQUEST.exception(
          "the query is not percent-encoded UTF-8: " + e.getMessage(), e);
    }
  }

  /** The route of a request, with the values of its path variables. */
  private record Match(Route route, Map<String, String> pathParts) {
    boolean isOpen() {
      return route.access() == Route.Access.OPEN;
    }
  }

  private static @Nullable Match find(List<Route> routes, Request request) {
    String path = Request.getPathInContext(request);
    for (Route route : routes) {
      Map<String, String> parts = route.match(path);
      if (parts != null && route.method().equals(request.getMethod())) {
        return new Match(route, parts);
      }
    }
    return null;
  }

  private ColophonException notFound(Work work) {
    String path = Request.getPathInContext(work.request);
    List<String> methods =
        routes.stream().filter(each -> each.match(path) != null).map(Route::method).toList();
    if (methods.isEmpty()) {
      return ErrorCode.NOT_FOUND.exception(
          "this path does not exist: /v1/openapi.yaml lists the paths");
    }
    work.response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
    return new HttpFailure(
        405, ErrorCode.BAD_REQUEST, "this takes " + String.join(" or ", methods));
  }

  /** Answers with a problem. If part of the answer was sent, closes the connection instead. */
  private void answerProblem(Work work, Problem problem, Throwable cause) {
    work.outcome = problem.code().name();
    if (work.response.isCommitted()) {
      LOG.log(Level.DEBUG, "an answer was cut off: {0}: {1}", work.routeName, problem.detail());
      finish(work, new EofException(cause)); // Jetty does not log this type
      return;
    }
    String allow = work.response.getHeaders().get(HttpHeader.ALLOW);
    work.response.reset();
    addSafetyHeaders(work.response);
    work.response.setStatus(problem.status());
    if (problem.code() == ErrorCode.OVERLOADED) {
      work.response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
    }
    if (allow != null) {
      work.response.getHeaders().put(HttpHeader.ALLOW, allow);
    }
    if (problem.status() == 401) {
      work.response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    boolean isPage = AccessGuard.isPageLoad(work.request);
    work.response
        .getHeaders()
        .put(HttpHeader.CONTENT_TYPE, isPage ? MediaTypes.HTML : MediaTypes.PROBLEM);
    if (isPage) {
      PageHeaders.ALL.forEach(work.response.getHeaders()::put);
    }
    observe(work, problem.status());
    ByteBuffer body = isPage ? ByteBuffer.wrap(problem.toHtml()) : problem.toBuffer();
    work.response.write(true, body, work.callback);
  }

  private void finish(Work work, @Nullable Throwable failure) {
    observe(work, work.response.getStatus());
    if (failure != null) {
      work.callback.failed(failure);
    } else if (!work.isDetached) {
      work.callback.succeeded();
    }
  }

  private void observe(Work work, int status) {
    long nanos = System.nanoTime() - work.request.getBeginNanoTime();
    metrics.answered(work.request.getMethod(), work.routeName, status, nanos);
    if (work.exchange != null) {
      audit(work, work.exchange);
    }
  }

  /** Writes the audit line, once and before the caller can see the end of the answer. */
  private void audit(Work work, Exchange exchange) {
    ControlCall call = exchange.controlCall();
    if (call == null || work.isAudited) {
      return;
    }
    work.isAudited = true;
    ColophonException failure = exchange.lateFailure();
    String outcome = failure == null ? work.outcome : failure.code().name();
    audit.write(guard.caller(work.request), call, outcome);
  }
}
