package org.colophon.service.config;

import java.nio.file.Path;

/**
 * Certificate of the service.
 *
 * @param certificate PEM file of the certificate and its issuers
 * @param key PEM file in PKCS #8, not encrypted, readable by its owner only
 */
public record TlsConfig(Path certificate, Path key) {}
