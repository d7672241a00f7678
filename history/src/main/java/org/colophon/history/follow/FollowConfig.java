// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.follow;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The service whose history is copied.
 *
 * @param url {@code https://HOST:PORT}, or {@code http://} on the loopback
 * @param token file with a token that permits reading from that service
 * @param authority PEM file of trusted issuers; if absent, the issuers that Java trusts
 */
public record FollowConfig(String url, Path token, Optional<Path> authority) {}
