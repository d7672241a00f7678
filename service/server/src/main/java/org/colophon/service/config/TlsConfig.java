package org.colophon.service.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Certificate of the service.
 *
 * @param certificate PEM file of the certificate and its issuers
 * @param key unencrypted PEM file in PKCS #8, readable by its owner only
 * @param clientIssuers PEM file of the issuers of client certificates; empty without client
 *     certificates
 */
public record TlsConfig(Path certificate, Path key, Optional<Path> clientIssuers) {}
