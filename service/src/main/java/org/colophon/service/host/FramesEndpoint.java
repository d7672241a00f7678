// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.index.HostAppliers;
import org.colophon.query.parameter.Parameters;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/** Endpoint that receives the history of another host, frame by frame. */
public final class FramesEndpoint {
  private final HostAppliers appliers;
  private final ObjLongConsumer<StoreHost> clocks;

  /**
   * Constructs the endpoint.
   *
   * @param clocks receives the time that a host sends; 0 if it sends none
   */
  public FramesEndpoint(HostAppliers appliers, ObjLongConsumer<StoreHost> clocks) {
    this.appliers = appliers;
    this.clocks = clocks;
  }

  public Route route() {
    return Route.ingest(
        "POST", Route.FRAMES, List.of("store", "checkpoint", "generations"), this::receive);
  }

  /** Receives frames. Answers after they are on disk. */
  private void receive(Exchange exchange) throws IOException {
    StoreHost host = host(exchange);
    clocks.accept(host, Parameters.millis(exchange.header(ServiceHeaders.CLOCK)));
    long storeId = storeId(exchange.parameters().required("store"));
    GenerationChain generations =
        GenerationChain.received(exchange.parameters().text("generations", ""));
    String checkpoint = exchange.parameters().text("checkpoint");
    LogHead head = checkpoint == null ? null : LogHead.decode(checkpoint);
    try (HostAppliers.Lease lease = appliers.open(host, storeId)) {
      lease.follow(generations);
      FeedFormat.Reader frames =
          new FeedFormat.Reader(
              exchange.body(exchange.limits().ingestBytes()), "the body of host " + host.name());
      for (CanonicalFrame each = frames.next(); each != null; each = frames.next()) {
        lease.applier().apply(each);
      }
      long lastLsn = lease.applier().durableLsn();
      if (head != null) {
        var unused = lease.certify(head); // it covers earlier frames
      }
      exchange.json(200, Map.of("lastLsn", lastLsn));
    } catch (EOFException e) {
      throw ErrorCode.BAD_INPUT.exception(String.valueOf(e.getMessage()), e);
    }
  }

  private static StoreHost host(Exchange exchange) {
    String header = exchange.header(ServiceHeaders.HOST);
    String id = exchange.parameters().text(Parameters.HOST, header);
    String name = exchange.header(ServiceHeaders.HOST_NAME);
    if (id == null) {
      throw ErrorCode.BAD_REQUEST.exception("the header " + ServiceHeaders.HOST + " is missing");
    }
    return name == null ? StoreHost.withoutName(id) : new StoreHost(id, name);
  }

  private static long storeId(String text) {
    try {
      return StoreIdentity.parse(text);
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the parameter store has 16 hexadecimal digits, not " + text);
    }
  }
}
