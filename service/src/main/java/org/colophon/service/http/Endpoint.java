// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

/** Handler of a route. May be called by any number of threads at once. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Reads the request and writes the answer.
   *
   * @throws Exception answered as a problem; if part of the answer was sent, the connection is
   *     closed
   */
  void handle(Exchange exchange) throws Exception;
}
