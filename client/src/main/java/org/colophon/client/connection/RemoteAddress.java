// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.colophon.client.protocol.PemFiles;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;

/** Addresses of services on other hosts. */
public final class RemoteAddress {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final String PEM = "-----BEGIN ";

  private RemoteAddress() {}

  /**
   * Prepares a connection.
   *
   * @param option the name of the setting, for messages
   * @param url {@code https://HOST:PORT}, or {@code http://} on the loopback
   * @param credential file with a token of the service; or, for https, a PEM file with the caller's
   *     certificate and key
   * @param authority PEM file of trusted issuers; null for those that Java trusts
   * @throws ColophonException BAD_REQUEST for an invalid address; IO_FAILED
   */
  public static ServiceConnection.Builder builder(
      String option, String url, Path credential, @Nullable Path authority) {
    URI address = parse(option, url);
    String host = address.getHost().replaceAll("[\\[\\]]", "");
    boolean isSecure = address.getScheme().equals("https");
    String content = read(credential);
    boolean isCertificate = content.contains(PEM);
    if (isCertificate && !isSecure) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s is a certificate, which needs https, not %s; give an https address or a token"
              .formatted(credential, url));
    }
    ServiceConnection.Builder builder = ServiceConnection.at(host, address.getPort());
    if (isSecure) {
      builder.tls(context(authority, isCertificate ? credential : null));
    }
    return isCertificate ? builder : builder.token(content);
  }

  private static URI parse(String option, String url) {
    try {
      URI address = URI.create(url);
      boolean isSecure = "https".equals(address.getScheme());
      boolean isLocal =
          "http".equals(address.getScheme()) && LOOPBACK.contains("" + address.getHost());
      boolean isRoot = address.getRawPath().matches("/?") && address.getRawQuery() == null;
      if ((isSecure || isLocal) && address.getHost() != null && address.getPort() > 0 && isRoot) {
        return address;
      }
    } catch (IllegalArgumentException | NullPointerException e) {
      // reported below
    }
    throw ErrorCode.BAD_REQUEST.exception(
        option
            + " must be https://HOST:PORT, or http:// on the loopback, not '"
            + url
            + "': plain HTTP would expose the token");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /**
   * Returns a context with the trusted authority and this client's certificate. Returns null if
   * neither is given.
   */
  private static SSLContext context(@Nullable Path authority, @Nullable Path certificate) {
    Path used = authority == null ? certificate : authority;
    try {
      if (used == null) {
        return SSLContext.getDefault();
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(authority == null ? null : PemFiles.trustStore(authority));
      KeyManager[] keys = null;
      if (certificate != null) {
        used = certificate;
        KeyManagerFactory factory =
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(PemFiles.keyStore(certificate, certificate), new char[0]);
        keys = factory.getKeyManagers();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, managers.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw IoFailure.of("read", used, e);
    } catch (GeneralSecurityException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "cannot use the certificate or key in " + used + ": " + e.getMessage(), e);
    }
  }
}
