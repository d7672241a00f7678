// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

/** Transport of a client's connection. The names are stored, so they must not change. */
public enum ClientTransport {
  /** The log does not contain the transport. */
  UNKNOWN,
  /** Unix socket of the server. */
  SOCKET,
  /** Network port of the server. */
  NETWORK
}
