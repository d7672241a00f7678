// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.host.RemoteHosts.RemoteHost;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.Route;
import org.colophon.service.principal.Right;

/** Routes that forward queries about a host to the node that stores its history. */
record Forwarding(Node node, RemoteHost host, List<Route> local) implements HostRoutes.Lease {
  @Override
  public List<Route> routes() {
    return local.stream().map(this::forwarding).toList();
  }

  @Override
  public void close() {
    // This lease has nothing to close.
  }

  private Route forwarding(Route route) {
    return new Route(
        route.method(),
        route.path(),
        route.parameters(),
        route.access(),
        exchange -> {
          if (route.right() != Right.READ) {
            throw ErrorCode.BAD_REQUEST.exception(
                "host %s is at node %s: change it there".formatted(host.text(), node.url()));
          }
          forward(exchange);
        });
  }

  private void forward(Exchange exchange) throws IOException {
    ServiceRequest.Builder request = ServiceRequest.to(exchange.method(), exchange.target());
    if (!exchange.method().equals("GET")) {
      byte[] body = exchange.body(exchange.limits().requestBytes()).readAllBytes();
      request.body(exchange.mediaType(), body);
    }
    try {
      node.exchange(request.build(), host.host().id(), answer -> copy(answer, exchange));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean copy(ServiceResponse answer, Exchange exchange) {
    exchange.found(answer.isFound());
    answer.remarks().forEach(exchange::remark);
    String state = answer.header(ServiceHeaders.STATE);
    if (state != null) {
      exchange.setHeader(ServiceHeaders.STATE, state);
    }
    try {
      exchange.write(answer.status(), answer.mediaType(), answer::copyTo);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
