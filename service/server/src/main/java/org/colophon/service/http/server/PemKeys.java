package org.colophon.service.http.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.TlsConfig;

/** Turns PEM files into what the web server takes. */
final class PemKeys {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private PemKeys() {}

  /** A key store in memory with the one key, without a password. */
  static KeyStore load(TlsConfig tls) {
    try {
      BearerToken.refuseReadable(tls.key());
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(tls.certificate())))
              .toArray(new Certificate[0]);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("colophon", key(tls.key()), new char[0], chain);
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "cannot use listen.tls, %s with %s: %s".formatted(tls.certificate(), tls.key(), e),
          e);
    }
  }

  private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
    Matcher found = PKCS8.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    if (!found.find()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "%s has no PRIVATE KEY of PKCS #8 that is not encrypted; make one: openssl pkcs8 -topk8 -nocrypt -in KEY"
              .formatted(file));
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // The spec does not say for what it is; the next one may know it.
      }
    }
    throw new GeneralSecurityException("the key is of none of " + ALGORITHMS);
  }
}
