package org.colophon.service.http;

/** Answers the requests of one route, on a thread of the server, any number at once. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Reads the request and writes the answer.
   *
   * @throws Exception what it throws becomes a problem; if part of the answer was sent by then, the
   *     connection is cut instead
   */
  void handle(Exchange exchange) throws Exception;
}
