package org.colophon.service.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Certificate of the service.
 *
 * @param certificate PEM file of the certificate and its issuers
 * @param key PEM file in PKCS #8, not encrypted, readable by its owner only
 * @param clientIssuers PEM file of the issuers of certificates by which callers may show who they
 *     are; none if absent
 */
public record TlsConfig(Path certificate, Path key, Optional<Path> clientIssuers) {}
