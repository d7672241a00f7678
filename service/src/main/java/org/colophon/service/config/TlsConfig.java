// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Certificate of the service.
 *
 * @param certificate PEM file of the certificate and its issuers.
 * @param key PEM file with the unencrypted PKCS #8 key, readable by its owner only.
 * @param clientIssuers PEM file of the issuers of client certificates; empty if clients need no
 *     certificates.
 */
public record TlsConfig(Path certificate, Path key, Optional<Path> clientIssuers) {}
