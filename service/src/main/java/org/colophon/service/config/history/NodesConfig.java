// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the other services that answer for hosts.
 *
 * @param urls {@code https://HOST:PORT}, or {@code http://} on the loopback; may include this
 *     service
 * @param token file with a token that permits reading from all of them
 * @param authority PEM file of trusted issuers; if absent, the issuers that Java trusts
 */
public record NodesConfig(List<String> urls, Path token, Optional<Path> authority) {
  public NodesConfig {
    urls = List.copyOf(urls);
  }
}
