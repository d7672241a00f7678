// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DsseKeyTest {
  @TempDir private Path directory;

  private static KeyPair generate(String name) throws GeneralSecurityException {
    boolean isEc = name.startsWith("secp");
    AlgorithmParameterSpec curve =
        isEc ? new ECGenParameterSpec(name) : new NamedParameterSpec(name);
    KeyPairGenerator generator = KeyPairGenerator.getInstance(isEc ? "EC" : "EdDSA");
    generator.initialize(curve);
    return generator.generateKeyPair();
  }

  private Path pem(String label, byte[] der) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(der);
    return Files.writeString(
        directory.resolve("key.pem"),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label));
  }

  /** Repeats, since one of two possible public keys is right for each secret key. */
  @ParameterizedTest
  @CsvSource({"Ed25519, Ed25519", "secp256r1, SHA256withECDSA"})
  void signsTypeAndPayloadSoThatThePublicKeyVerifies(String kind, String algorithm)
      throws Exception {
    for (int i = 0; i < 8; i++) {
      KeyPair pair = generate(kind);
      DsseKey key = DsseKey.read(pem("PRIVATE KEY", pair.getPrivate().getEncoded()));

      byte[] text = key.envelope("http://example.com/HelloWorld", "hello world".getBytes());

      JsonNode envelope = new ObjectMapper().readTree(text);
      assertThat(envelope.at("/signatures/0/keyid").asText())
          .isEqualTo(DigestUtils.sha256Hex(pair.getPublic().getEncoded()));
      assertThat(envelope.path("payload").binaryValue()).asString().isEqualTo("hello world");
      Signature check = Signature.getInstance(algorithm);
      check.initVerify(pair.getPublic());
      // The example in the specification of DSSE.
      check.update(
          "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
              .getBytes(StandardCharsets.US_ASCII));
      assertThat(check.verify(envelope.at("/signatures/0/sig").binaryValue())).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"secp384r1", "Ed448"})
  void refusesOtherCurves(String kind) throws Exception {
    Path file = pem("PRIVATE KEY", generate(kind).getPrivate().getEncoded());

    assertThatThrownBy(() -> DsseKey.read(file))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("key.pem has a key of another kind; use Ed25519 or ECDSA P-256");
  }

  @Test
  void refusesRsa() throws Exception {
    KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
    rsa.initialize(1024);
    Path file = pem("PRIVATE KEY", rsa.generateKeyPair().getPrivate().getEncoded());

    assertThatThrownBy(() -> DsseKey.read(file)).hasMessageContaining("a key of another kind");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENCRYPTED PRIVATE KEY", "PUBLIC KEY", "EC PRIVATE KEY"})
  void refusesFilesWithoutPlainKey(String label) throws Exception {
    Path file = pem(label, generate("Ed25519").getPrivate().getEncoded());

    assertThatThrownBy(() -> DsseKey.read(file))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("key.pem has no unencrypted PRIVATE KEY in PKCS #8; to convert one");
  }

  @Test
  void refusesMissingAndDamagedFiles() throws IOException {
    assertThatThrownBy(() -> DsseKey.read(directory.resolve("none.pem")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("there is no such file");
    Path damaged = pem("PRIVATE KEY", new byte[] {0x30, 0x03, 0x02, 0x01, 0x00});
    assertThatThrownBy(() -> DsseKey.read(damaged))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("key.pem has no usable key");
  }
}
