package org.colophon.service.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where callers reach the service.
 *
 * @param socket the socket file; empty for {@link ServiceConfig#defaultSocket}
 * @param tcp off unless set
 * @param tokenFile the bearer token that TCP callers show; empty for {@code token} in the store
 */
public record ListenConfig(
    Optional<Path> socket, Optional<TcpConfig> tcp, Optional<Path> tokenFile) {
  /** The socket file alone. */
  public static final ListenConfig DEFAULT =
      new ListenConfig(Optional.empty(), Optional.empty(), Optional.empty());
}
