package org.colophon.service.http;

/** Handler of one route. Any number of threads at once. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Reads the request and writes the answer.
   *
   * @throws Exception becomes a problem; if part of the answer was sent, the connection is cut
   */
  void handle(Exchange exchange) throws Exception;
}
