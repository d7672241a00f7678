package org.colophon.service.replication;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The service to follow.
 *
 * @param url {@code https://HOST:PORT}, or {@code http://} on the loopback
 * @param token file with a token that may read there
 * @param authority certificates in PEM that the service's descends from; Java's own if absent
 */
public record FollowConfig(String url, Path token, Optional<Path> authority) {}
