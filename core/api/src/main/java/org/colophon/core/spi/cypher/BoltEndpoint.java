// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.nio.file.Path;

/**
 * Address at which an engine listens for Bolt clients.
 *
 * @param uri such as {@code bolt://127.0.0.1:7687}
 * @param user the name to log in with
 * @param passwordFile holds the password, readable by its owner only
 */
public record BoltEndpoint(String uri, String user, Path passwordFile) {}
