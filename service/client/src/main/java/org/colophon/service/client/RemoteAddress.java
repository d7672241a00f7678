package org.colophon.service.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/** Addresses of services on other hosts. */
public final class RemoteAddress {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private RemoteAddress() {}

  /**
   * Prepares a connection.
   *
   * @param option the name of the setting, for messages
   * @param url {@code https://HOST:PORT}, or {@code http://} on the loopback
   * @param tokenFile file with a token of the service
   * @param authority certificates in PEM that the service's descends from; null for Java's own
   * @throws ColophonException BAD_REQUEST for an invalid address; IO_FAILED
   */
  public static ServiceConnection.Builder builder(
      String option, String url, Path tokenFile, Path authority) {
    URI address = parse(option, url);
    String host = address.getHost().replaceAll("[\\[\\]]", "");
    ServiceConnection.Builder builder =
        ServiceConnection.at(host, address.getPort()).token(read(tokenFile));
    return address.getScheme().equals("https") ? builder.tls(trusting(authority)) : builder;
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
    throw new ColophonException(
        ErrorCode.BAD_REQUEST,
        option
            + " is https://HOST:PORT, or http:// on the loopback, since the token would be readable"
            + " on the way; not '"
            + url
            + "'");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static ColophonException failed(Path file, IOException e) {
    return new ColophonException(
        IoFailure.code(e), "cannot read %s: %s".formatted(file, IoFailure.reason(e)), e);
  }

  private static SSLContext trusting(Path authority) {
    try {
      if (authority == null) {
        return SSLContext.getDefault();
      }
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      try (InputStream in = Files.newInputStream(authority)) {
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          trusted.setCertificateEntry("ca" + trusted.size(), each);
        }
      }
      if (trusted.size() == 0) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, authority + " has no certificate in PEM form");
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw failed(authority, e);
    } catch (GeneralSecurityException e) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "cannot use the certificates of " + authority + ": " + e, e);
    }
  }
}
