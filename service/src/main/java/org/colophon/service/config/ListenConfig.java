// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Addresses on which the service listens.
 *
 * @param socket socket file; empty for {@link ServiceConfig#defaultSocket}
 * @param tcp TCP address; empty for no TCP
 * @param tokenFile file with the bearer token of TCP callers; empty for {@code token} in the store
 */
public record ListenConfig(
    Optional<Path> socket, Optional<TcpConfig> tcp, Optional<Path> tokenFile) {
  /** The default socket file, and no TCP. */
  public static final ListenConfig DEFAULT =
      new ListenConfig(Optional.empty(), Optional.empty(), Optional.empty());
}
