// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

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
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Reader of certificates and keys in PEM (RFC 7468). */
public final class PemFiles {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private PemFiles() {}

  /**
   * Returns an in-memory key store with one key, without a password.
   *
   * @param certificate file with a certificate and its issuers
   * @param key file with the unencrypted PKCS #8 key of the certificate; may be the same file
   * @throws ColophonException BAD_REQUEST if the file has no usable key
   */
  public static KeyStore keyStore(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    Certificate[] chain = certificates(certificate).toArray(new Certificate[0]);
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("colophon", privateKey(key), new char[0], chain);
    return store;
  }

  /**
   * Returns an in-memory key store that trusts the certificates of a file.
   *
   * @throws ColophonException BAD_REQUEST if the file has no certificate
   */
  public static KeyStore trustStore(Path file) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    for (Certificate each : certificates(file)) {
      trusted.setCertificateEntry("ca" + trusted.size(), each);
    }
    if (trusted.size() == 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          file
              + " has no certificate in PEM form; to convert one: openssl x509 -inform der -in FILE");
    }
    return trusted;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    StringBuilder found = new StringBuilder();
    Matcher each = CERTIFICATE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    while (each.find()) {
      found.append(each.group()).append('\n');
    }
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(
            new ByteArrayInputStream(found.toString().getBytes(StandardCharsets.ISO_8859_1)));
  }

  /**
   * Returns the private key of a file.
   *
   * @param file file with an unencrypted PKCS #8 key
   * @throws ColophonException BAD_REQUEST if the file has no such key
   */
  public static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    Matcher found = PKCS8.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!found.find()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s has no unencrypted PRIVATE KEY in PKCS #8; to convert one: openssl pkcs8 -topk8 -nocrypt -in KEY"
              .formatted(file));
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // The file does not name the key's algorithm, so the next one is tried.
      }
    }
    throw new GeneralSecurityException(
        "the private key has an unsupported algorithm; use one of " + ALGORITHMS);
  }
}
