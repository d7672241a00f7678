package org.colophon.service.config;

import java.nio.file.Path;

/**
 * The service's certificate.
 *
 * @param certificate PEM: the certificate, then those that vouch for it
 * @param key PEM, PKCS #8, not encrypted, readable by its owner only
 */
public record TlsConfig(Path certificate, Path key) {}
