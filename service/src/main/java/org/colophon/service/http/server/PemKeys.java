// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.colophon.client.protocol.PemFiles;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.TlsConfig;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Loads the configured certificates and key of the service. */
final class PemKeys {
  private PemKeys() {}

  /** Checks that the files can be used. */
  static void check(TlsConfig tls) {
    apply(tls, new SslContextFactory.Server());
  }

  /**
   * Sets the service's key, and the trusted issuers of callers' certificates.
   *
   * @throws ColophonException BAD_REQUEST; NOT_PERMITTED if other users may read the key
   */
  static void apply(TlsConfig tls, SslContextFactory.Server ssl) {
    try {
      BearerToken.refuseReadable(tls.key());
      KeyStore keys = PemFiles.keyStore(tls.certificate(), tls.key());
      KeyStore issuers =
          tls.clientIssuers().isEmpty() ? null : PemFiles.trustStore(tls.clientIssuers().get());
      ssl.setKeyStore(keys);
      ssl.setKeyStorePassword("");
      ssl.setTrustStore(issuers);
      ssl.setWantClientAuth(issuers != null);
    } catch (IOException | GeneralSecurityException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "cannot use listen.tls, %s with %s: %s".formatted(tls.certificate(), tls.key(), e), e);
    }
  }
}
